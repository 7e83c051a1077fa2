#import "AssayLibrary.h"

#import "AssayFoundation.h"
#import "AssayMemory.h"

@implementation AssayApp
@synthesize bundleIdentifier = _bundleIdentifier;
@synthesize apiKey = _apiKey;
@synthesize urlScheme = _urlScheme;
@synthesize isEncrypting = _isEncrypting;
@synthesize encryptionSecret = _encryptionSecret;
@synthesize allowsUnencrypted = _allowsUnencrypted;
@synthesize dialect = _dialect;

- (void)dealloc {
  ASSAY_RELEASE(_bundleIdentifier);
  ASSAY_RELEASE(_apiKey);
  ASSAY_RELEASE(_urlScheme);
  ASSAY_RELEASE(_encryptionSecret);
  ASSAY_RELEASE(_dialect);
  ASSAY_DEALLOC_SUPER
}
@end

@implementation AssayRecord
@synthesize key = _key;
@synthesize isApplied = _isApplied;
@synthesize hasOldValue = _hasOldValue;
@synthesize oldValue = _oldValue;

- (void)dealloc {
  ASSAY_RELEASE(_key);
  ASSAY_RELEASE(_oldValue);
  ASSAY_DEALLOC_SUPER
}
@end

@implementation AssayTurn
@synthesize records = _records;
@synthesize saysYes = _saysYes;
@synthesize cancels = _cancels;
@synthesize error = _error;

- (void)dealloc {
  ASSAY_RELEASE(_records);
  ASSAY_RELEASE(_error);
  ASSAY_DEALLOC_SUPER
}
@end

/* The adapter's class: see AssayServe. */
static Class libraryClass;

/* What a call hands through the functions of the suite. */
typedef struct call {
  __unsafe_unretained id category;
  __unsafe_unretained id values;
  __unsafe_unretained id keys;
  __unsafe_unretained NSMutableArray *records;
} call;

static bool putCategory(assay_values *values, void *context) {
  return AssayPutObject(values, ((call *)context)->category, libraryClass);
}

static bool putValues(assay_values *values, void *context) {
  return AssayPutMembers(values, ((call *)context)->values, libraryClass);
}

static bool putKey(assay_values *values, void *key) {
  return AssayPutObject(values, (__bridge id)key, libraryClass);
}

static bool putUnknownKeys(assay_values *values, void *keys) {
  return AssayPutUnknown(values, @"keys", (__bridge id)keys);
}

static void putKeys(abt_keys *keys, void *context) {
  id given = ((call *)context)->keys;
  id list = given;
  if (![given conformsToProtocol:@protocol(NSFastEnumeration)]) {
    list = AssayPlainObject(given, [NSArray class], libraryClass);
  }
  if (given && !list) abt_put_key_any(keys, putUnknownKeys, (__bridge void *)given);
  for (id key in list) {
    NSString *text = AssayPlainObject(key, [NSString class], libraryClass);
    if (text) {
      abt_put_key(keys, AssayText(text));
    } else {
      abt_put_key_any(keys, putKey, (__bridge void *)key);
    }
  }
}

static void addRecord(const abt_record *record, void *context) {
  AssayRecord *made = ASSAY_AUTORELEASE([[AssayRecord alloc] init]);
  made.key = AssayString(record->key);
  [made setIsApplied:record->kind != ABT_DID_NOT_APPLY];
  [made setHasOldValue:record->kind == ABT_DID_APPLY_OLD];
  if (record->old_value) made.oldValue = AssayObject(record->old_value);
  [((call *)context)->records addObject:made];
}

static AssayTurn *makeTurn(abt_answer answer, NSArray *records) {
  AssayTurn *turn = ASSAY_AUTORELEASE([[AssayTurn alloc] init]);
  turn.records = records;
  [turn setSaysYes:answer.word == ABT_YES];
  [turn setCancels:answer.word == ABT_CANCELED];
  if (answer.has_error) {
    NSString *message = AssayString(answer.message);
    NSDictionary *info = [NSDictionary dictionaryWithObject:message ? message : @""
                                                     forKey:NSLocalizedDescriptionKey];
    turn.error = [NSError errorWithDomain:@"assay" code:answer.code userInfo:info];
  }
  return turn;
}

@implementation AssayDelegate

- (id)initWithDelegate:(abt_delegate *)delegate {
  self = [super init];
  if (self) _delegate = delegate;
  return self;
}

- (void)dealloc {
  ASSAY_RELEASE(_refusal);
  ASSAY_RELEASE(_trouble);
  ASSAY_DEALLOC_SUPER
}

- (void)beginStep {
  _hasCalledBack = NO;
  [self refuse:nil];
  [self fail:nil];
}

- (NSString *)refusal {
  return _refusal;
}

- (NSString *)trouble {
  return _trouble;
}

- (void)fail:(NSString *)message {
  ASSAY_RELEASE(_trouble);
  _trouble = [message copy];
}

- (void)refuse:(NSString *)reason {
  ASSAY_RELEASE(_refusal);
  _refusal = [reason copy];
}

- (AssayTurn *)applyCategory:(id)category values:(id)values {
  NSMutableArray *records = [NSMutableArray array];
  NSString *text = AssayPlainObject(category, [NSString class], libraryClass);
  call call = {category, values, nil, records};
  abt_answer answer;
  if (text || !category) {
    answer = abt_apply(_delegate, AssayText(text), putValues, addRecord, &call);
  } else {
    answer = abt_apply_any(_delegate, putCategory, putValues, addRecord, &call);
  }
  return makeTurn(answer, records);
}

- (AssayTurn *)revertCategory:(id)category keys:(id)keys {
  NSString *text = AssayPlainObject(category, [NSString class], libraryClass);
  call call = {category, nil, keys, nil};
  abt_answer answer;
  if (text || !category) {
    answer = abt_revert(_delegate, AssayText(text), putKeys, &call);
  } else {
    answer = abt_revert_any(_delegate, putCategory, putKeys, &call);
  }
  return makeTurn(answer, [NSArray array]);
}

- (void)openedURL:(id)url {
  NSString *text = [url isKindOfClass:[NSURL class]] ? [url absoluteString] : url;
  text = AssayPlainObject(text, [NSString class], libraryClass);
  if (!text) {
    NSString *name = url ? NSStringFromClass([url class]) : @"nil";
    [self fail:[@"the library opened a URL of the class " stringByAppendingString:name]];
    return;
  }
  abt_opened(_delegate, AssayText(text));
  _hasCalledBack = YES;
}

- (void)logged:(NSString *)line {
  abt_logged(_delegate, AssayText([line description]));
}

- (void)waitUntilQuiet {
  AssayRunUntil(&_hasCalledBack, 0.5);
}

@end

/* The library of the current app. One process serves one suite, so there is only one. */
static id<AssayLibrary> library;
static AssayDelegate *scripted;

static void endLibrary(void *context) {
  (void)context;
  ASSAY_POOL_BEGIN
  ASSAY_RELEASE(library);
  ASSAY_RELEASE(scripted);
  library = nil;
  scripted = nil;
  ASSAY_POOL_END
}

static NSString *string(const char *text) {
  return AssayString(assay_text_of(text));
}

/* What the glue has told the delegate of trouble. */
static assay_outcome outcomeTold(void) {
  if ([scripted refusal]) {
    return assay_unsupported("%s", AssayText([scripted refusal]).bytes);
  }
  if ([scripted trouble]) return assay_failure("%s", AssayText([scripted trouble]).bytes);
  return assay_done();
}

static void *startLibrary(const abt_app *context, abt_delegate *delegate, assay_outcome *outcome) {
  ASSAY_POOL_BEGIN
  AssayApp *app = ASSAY_AUTORELEASE([[AssayApp alloc] init]);
  app.bundleIdentifier = string(context->bundle_identifier);
  app.apiKey = string(context->api_key);
  app.urlScheme = string(context->url_scheme);
  app.isEncrypting = context->is_encrypting;
  app.encryptionSecret = string(context->encryption_secret);
  app.allowsUnencrypted = context->allows_unencrypted;
  if (context->dialect) app.dialect = AssayString(context->dialect->raw);
  scripted = [[AssayDelegate alloc] initWithDelegate:delegate];
  library = [[libraryClass alloc] initWithApp:app delegate:scripted];
  *outcome = outcomeTold();
  ASSAY_POOL_END
  if (library && outcome->ending == ASSAY_DONE) return &library;
  endLibrary(NULL);
  return NULL;
}

static bool openURL(void *context, assay_text text, assay_outcome *outcome) {
  BOOL isHandled = NO;
  (void)context;
  ASSAY_POOL_BEGIN
  [scripted beginStep];
  if (assay_spelling_of(text) == ASSAY_UNICODE) {
    isHandled = [library handleURL:AssayString(text)];
    *outcome = outcomeTold();
  } else {
    *outcome = assay_unsupported("this URL is not text");
  }
  ASSAY_POOL_END
  return isHandled;
}

int AssayServe(Class class, assay_identity identity, unsigned editions, unsigned capabilities) {
  /* The run loop has done the waiting before the suite would. */
  static abt_library functions = {0, 0, 0, startLibrary, openURL, endLibrary};
  assay_suite suite;
  functions.editions = editions;
  functions.capabilities = capabilities;
  libraryClass = class;
  suite = abt_suite(&functions);
  return assay_serve(identity, &suite, 1);
}
