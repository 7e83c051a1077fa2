#import "AssayModeLogic.h"

#import "AssayFoundation.h"
#import "AssayMemory.h"

#include <stdlib.h>

@implementation AssayHost

- (BOOL)shouldStartAppConnect {
  return dualmode_should_start();
}

- (void)initWithDelegateWasCalled {
  dualmode_init_with_delegate();
}

- (void)startWithLaunchOptions:(NSDictionary *)options {
  assay_writer json = {0};
  NSMutableData *text;
  json.limit = ASSAY_MAX_LINE_BYTES;
  AssayWriteJSON(&json, options);
  text = [NSMutableData dataWithBytes:json.bytes length:json.length];
  [text increaseLengthBy:1]; /* a NUL */
  dualmode_start_with_launch_options([text bytes]);
  free(json.bytes);
}

- (void)retire {
  dualmode_retire();
}

- (void)stop {
  dualmode_stop();
}

- (void)eraseSensitiveData {
  dualmode_erase_sensitive_data();
}

- (void)notifyModeChange:(BOOL)success {
  dualmode_notify_mode_change(success);
}

- (void)encryptExistingData {
  dualmode_encrypt_existing_data();
}

@end

/* The app that is installed. One process serves one suite, so there is only one. */
static id<AssayModeLogic> app;
static AssayHost *host;
static Class appClass;

/* Lets the run loop do what the action has made due. */
static void drain(void) {
  BOOL isDone = YES;
  AssayRunUntil(&isDone, 0);
}

static bool install(const char *storage, bool keep, assay_outcome *outcome) {
  (void)outcome;
  ASSAY_POOL_BEGIN
  ASSAY_RELEASE(app);
  ASSAY_RELEASE(host);
  host = [[AssayHost alloc] init];
  app = [[appClass alloc] initWithStorage:AssayString(assay_text_of(storage)) keep:keep host:host];
  ASSAY_POOL_END
  return app != nil;
}

static void launch(const char *options) {
  ASSAY_POOL_BEGIN
  assay_arena arena = {0};
  const char *error;
  const assay_json *json = assay_read_json(&arena, assay_text_of(options), &error);
  id object = json ? AssayFromJSON(json) : nil;
  assay_reset(&arena);
  [app launchWithOptions:[object isKindOfClass:[NSDictionary class]] ? object : nil];
  drain();
  ASSAY_POOL_END
}

static void managedPolicy(const dualmode_notice *notice) {
  ASSAY_POOL_BEGIN
  [app managedPolicy:notice];
  drain();
  ASSAY_POOL_END
}

static void userRequests(bool isAppConnectMode) {
  ASSAY_POOL_BEGIN
  [app userRequestsAppConnectMode:isAppConnectMode];
  drain();
  ASSAY_POOL_END
}

static void terminate(void) {
  ASSAY_POOL_BEGIN
  [app terminate];
  ASSAY_POOL_END
}

/* The word in a buffer of its own, which outlives the pool; NULL for nil. */
static const char *word(NSString *string, char *buffer, size_t size) {
  if (![string getCString:buffer maxLength:size encoding:NSUTF8StringEncoding]) return NULL;
  return buffer;
}

static const char *state(void) {
  static char buffer[64];
  const char *result;
  ASSAY_POOL_BEGIN
  result = word([app persistedState], buffer, sizeof buffer);
  ASSAY_POOL_END
  return result;
}

static const char *encryption(void) {
  static char buffer[64];
  const char *result;
  ASSAY_POOL_BEGIN
  result = word([app persistedEncryption], buffer, sizeof buffer);
  ASSAY_POOL_END
  return result;
}

int AssayServe(Class class, assay_identity identity) {
  static const dualmode_app functions = {install,   launch, managedPolicy, userRequests,
                                         terminate, state,  encryption};
  assay_suite suite = dualmode_suite(&functions);
  appClass = class;
  return assay_serve(identity, &suite, 1);
}
