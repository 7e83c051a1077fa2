/*
 * The adapter between assay and a library that is configured through URLs.
 *
 * Change what is marked `>>> YOUR LIBRARY`; the other files can stay as they are. Run it with:
 *   make && assay run -- ./adapter
 */
#import "AssayLibrary.h"
#import "AssayMemory.h"

/* >>> YOUR LIBRARY: import it here, and delete StubLibrary.h and StubLibrary.m. */
#import "StubLibrary.h"

/* One library within one fresh app, and its delegate. With ARC you can leave out the macros. */
@interface Glue : NSObject <AssayLibrary, StubConfigManagerDelegate> {
  StubConfigManager *_manager;
  AssayDelegate *_scripted;
}
@end

@implementation Glue

/* What an object of the library's own class is, as one of Foundation's property lists; nil if it is
   none of those: the step is then a failure that names the class. */
+ (id)plainValueOf:(id)object {
  /* >>> YOUR LIBRARY: a line for each class that it has and the protocol has not, as in
     if ([object isKindOfClass:[NSSet class]]) return [object allObjects];
     if ([object isKindOfClass:[AcmeUID class]]) return [object number]; */
  return nil;
}

/* >>> YOUR LIBRARY: make a new one, which must remember nothing of earlier ones. For the encrypting
   edition, `app` also has `encryptionSecret` and `allowsUnencrypted`. */
- (id)initWithApp:(AssayApp *)app delegate:(AssayDelegate *)delegate {
  self = [super init];
  if (self) {
    _scripted = ASSAY_RETAIN(delegate);
    _manager = [[StubConfigManager alloc] initWithBundleIdentifier:app.bundleIdentifier
                                                         urlScheme:app.urlScheme];
    _manager.delegate = self;
  }
  return self;
}

- (void)dealloc {
  ASSAY_RELEASE(_manager);
  ASSAY_RELEASE(_scripted);
  ASSAY_DEALLOC_SUPER
}

/* >>> YOUR LIBRARY: give it the URL; return whether it says that the URL was for it. Where it wants
   an NSURL that cannot be made of this string, say so by `[_scripted refuse:]`: no app gets it. */
- (BOOL)handleURL:(NSString *)url {
  BOOL isHandled = [_manager handleConfigURL:url];
  if (isHandled) [_scripted waitUntilQuiet];
  return isHandled;
}

/* >>> YOUR LIBRARY: its delegate. Where it lets its delegate cancel, or give a code and a message,
   pass on `turn.cancels` and `turn.error`. */
- (BOOL)applyConfiguration:(StubConfigurationSet *)set {
  AssayTurn *turn = [_scripted applyCategory:set.category values:set.values];
  for (AssayRecord *record in turn.records) {
    if (!record.isApplied) {
      [set didNotApplyConfigurationForKey:record.key];
    } else if (record.hasOldValue) {
      [set didApplyConfigurationForKey:record.key oldValue:record.oldValue];
    } else {
      [set didApplyConfigurationForKey:record.key];
    }
  }
  return turn.saysYes;
}

- (BOOL)revertConfiguration:(StubConfigurationSet *)set {
  return [_scripted revertCategory:set.category keys:[set.values allKeys]].saysYes;
}

/* >>> YOUR LIBRARY: where it opens its callback. Send `openedURL:` there, instead of
   -[UIApplication openURL:options:completionHandler:]. */
- (void)openURL:(NSString *)url {
  [_scripted openedURL:url];
}

@end

int main(void) {
  /* >>> YOUR LIBRARY: its name and version, as the report will show them, and what it can do
     (README.md). What is not claimed is not tested. ABT_SEQUENCE is the adapter's own doing and
     always right. */
  assay_identity identity = {"Stub", "0.1.0", "Objective-C", false};
  return AssayServe([Glue class], identity, ABT_PLAIN, ABT_SEQUENCE);
}
