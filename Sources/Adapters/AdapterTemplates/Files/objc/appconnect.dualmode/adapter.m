/*
 * The adapter between assay and the mode logic of a dual-mode app.
 *
 * Change what is marked `>>> YOUR APP`; the other files can stay as they are. Run it with:
 *   make && assay run --suite appconnect.dualmode -- ./adapter
 */
#import "AssayMemory.h"
#import "AssayModeLogic.h"

/* >>> YOUR APP: import its mode logic here, and delete StubApp.h and StubApp.m. */
#import "StubApp.h"

/* With ARC you can leave out the macros. */
@interface Glue : NSObject <AssayModeLogic> {
  StubApp *_app;
  AssayHost *_host;
}
@end

@implementation Glue

/* >>> YOUR APP: a fresh installation that keeps its mode and its encryption in the folder, or where
   there is none, wherever nothing of an earlier installation is. Where the mode logic would call
   the AppConnect library or the rest of the app, let it call `host`. */
- (id)initWithStorage:(NSString *)storage keep:(BOOL)keep host:(AssayHost *)host {
  self = [super init];
  if (self) {
    _host = ASSAY_RETAIN(host);
    _app = [[StubApp alloc] initWithFolder:storage keep:keep];
  }
  return self;
}

- (void)dealloc {
  ASSAY_RELEASE(_app);
  ASSAY_RELEASE(_host);
  ASSAY_DEALLOC_SUPER
}

/* >>> YOUR APP: application:didFinishLaunchingWithOptions:, or what does its work. Read the mode
   anew from the storage: nothing else survives from an earlier launch. */
- (void)launchWithOptions:(NSDictionary *)options {
  [_app didFinishLaunching];
}

/* >>> YOUR APP: the library says whether the app is managed. */
- (void)managedPolicy:(const dualmode_notice *)notice {
}

/* >>> YOUR APP: the user asks for the other mode. */
- (void)userRequestsAppConnectMode:(BOOL)isAppConnectMode {
}

/* >>> YOUR APP: it is killed; drop what is in memory and save nothing. */
- (void)terminate {
}

/* >>> YOUR APP: the mode and the encryption as they are persisted, such as "PendingAppConnectMode"
   and "Encrypted" (README.md). */
- (NSString *)persistedState {
  return [_app state];
}

- (NSString *)persistedEncryption {
  return [_app state] ? @"Unencrypted" : nil;
}

@end

int main(void) {
  /* >>> YOUR APP: its name and version, as the report will show them. */
  assay_identity identity = {"Stub", "0.1.0", "Objective-C", false};
  return AssayServe([Glue class], identity);
}
