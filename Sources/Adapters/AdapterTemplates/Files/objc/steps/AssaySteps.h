/*
 * A suite of steps for an implementation in Objective-C.
 *
 * You need not change this file, nor AssaySteps.m, nor the files whose names begin with `assay_`;
 * adapter.m has the table of the suite's actions.
 */
#import <Foundation/Foundation.h>

#import "AssayFoundation.h"

#include "assay_steps.h"

/* What the implementation does; may be used from any thread. An entry is of NSDictionary, NSArray,
   NSString, NSNumber and NSNull. */
void AssayAdd(const char *list, id entry);
/* Sets another member of the reply; nil is null. */
void AssayTell(const char *name, id value);
/* A member of the step, such as what the app is to answer, or with `inner` a member of that; nil if
   the step does not say. */
id AssayAnswer(const char *name, const char *inner);

/* What survives the end of the app; nil if there is nothing yet. The harness may let the app die
   before or after a store. */
NSData *AssayLoad(void);
BOOL AssayStore(NSData *document);

/* Typed values by their keys, as a member of the step; nil if it is missing or null. Fails the step
   if it is something else. */
NSDictionary *AssayValues(const assay_request *step, const char *name, assay_outcome *outcome);
/* The same for the reply. `source` may have a class method `plainValueOf:` (AssayFoundation.h). */
assay_outcome AssayTellValues(const char *name, NSDictionary *values, Class source);

/* nil as NSNull, for entries. */
id AssayOrNull(id object);

/*
 * What adapter.m makes of the implementation. An action `x` of the table is performed by the method
 * `onX:`, which returns an assay_outcome; what is due on the run loop is done after it.
 */
@protocol AssayInstallation <NSObject>
/* The folder is nil if the harness names none. */
- (id)initWithConfiguration:(NSDictionary *)configuration
                     folder:(NSString *)folder
                       keep:(BOOL)keep
                    outcome:(assay_outcome *)outcome;
/* Tells what each reply tells. */
- (assay_outcome)observe;
@end

/* Serves the suite with installations of a class; returns the exit status. */
int AssayServe(
    Class installation, assay_identity identity, const char *suite, const char *const *lists,
    const char *const *capabilities, const assay_action *actions);
