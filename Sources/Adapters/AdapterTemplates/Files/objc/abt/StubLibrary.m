#import "StubLibrary.h"

#import "AssayMemory.h"

@implementation StubConfigurationSet
@synthesize category = _category;
@synthesize values = _values;

- (void)dealloc {
  ASSAY_RELEASE(_category);
  ASSAY_RELEASE(_values);
  ASSAY_DEALLOC_SUPER
}

- (void)didApplyConfigurationForKey:(NSString *)key {
}

- (void)didApplyConfigurationForKey:(NSString *)key oldValue:(id)oldValue {
}

- (void)didNotApplyConfigurationForKey:(NSString *)key {
}
@end

@implementation StubConfigManager
@synthesize delegate = _delegate;

- (id)initWithBundleIdentifier:(NSString *)bundleIdentifier urlScheme:(NSString *)urlScheme {
  self = [super init];
  if (self) {
    NSString *scheme = urlScheme;
    if (!scheme) scheme = [@"x-absolutemanageconfig." stringByAppendingString:bundleIdentifier];
    _scheme = [scheme copy];
  }
  return self;
}

- (void)dealloc {
  ASSAY_RELEASE(_scheme);
  ASSAY_DEALLOC_SUPER
}

- (BOOL)handleConfigURL:(NSString *)url {
  NSRange colon = [url rangeOfString:@":"];
  if (colon.length == 0) return NO;
  NSString *scheme = [url substringToIndex:colon.location];
  if ([scheme caseInsensitiveCompare:_scheme] != NSOrderedSame) return NO;
  /* A library would verify the token and unpack the data here, send applyConfiguration: or
     revertConfiguration:, and echo profile, payload and token. */
  [_delegate openURL:@"absoluteapps://thirdpartyprofilestatus?status=Error&errorCode=7"];
  return YES;
}
@end
