/*
 * An app that remembers its first mode, and does nothing else.
 *
 * It lets the adapter run at once. Delete it when yours is in place.
 */
#import <Foundation/Foundation.h>

@interface StubApp : NSObject {
  NSString *_path, *_state;
}
/* The app keeps its record in this folder; without one, in memory. */
- (id)initWithFolder:(NSString *)folder keep:(BOOL)keep;
- (void)didFinishLaunching;
/* What it has persisted; nil before the first launch. */
- (NSString *)state;
@end
