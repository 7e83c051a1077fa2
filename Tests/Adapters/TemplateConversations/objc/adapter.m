/* An adapter around a library that does what each URL says: see converse. */
#import "AssayLibrary.h"
#import "AssayMemory.h"

#include <stdio.h>
#include <stdlib.h>

/* Classes of the library's own. */
@interface Own : NSObject <NSCopying> {
 @public
  id _content;
}
@end

@implementation Own

- (void)dealloc {
  ASSAY_RELEASE(_content);
  ASSAY_DEALLOC_SUPER
}

- (id)copyWithZone:(NSZone *)zone {
  (void)zone;
  return ASSAY_RETAIN(self);
}

@end

@interface Uid : Own
@end

@implementation Uid
@end

@interface Word : Own
@end

@implementation Word
@end

@interface Endless : Own
@end

@implementation Endless
@end

@interface Stranger : Own
@end

@implementation Stranger
@end

@interface Broken : Own
@end

@implementation Broken
@end

static id make(Class class, id content) {
  Own *own = ASSAY_AUTORELEASE([[class alloc] init]);
  own->_content = ASSAY_RETAIN(content);
  return own;
}

static id uid(int number) {
  return make([Uid class], [NSNumber numberWithInt:number]);
}

@interface Told : NSObject <AssayLibrary> {
  AssayDelegate *_scripted;
}
@end

static NSString *said(AssayTurn *turn) {
  NSMutableString *told = [NSMutableString stringWithString:@"no"];
  if (turn.saysYes) [told setString:@"yes"];
  if (turn.cancels) [told setString:@"cancel"];
  for (AssayRecord *record in turn.records) {
    NSString *name = record.isApplied ? @"didApply" : @"didNotApply";
    [told appendFormat:@",%@ %@", record.hasOldValue ? @"didApplyOld" : name, record.key];
  }
  if (turn.error) {
    [told appendFormat:@",%d %@", (int)[turn.error code], [turn.error localizedDescription]];
  }
  return told;
}

@implementation Told

+ (id)plainValueOf:(id)object {
  if (getenv("NO_HOOK")) return nil;
  if ([object isKindOfClass:[Uid class]]) return ((Own *)object)->_content;
  if ([object isKindOfClass:[Word class]]) return ((Own *)object)->_content;
  if ([object isKindOfClass:[NSSet class]]) return [object allObjects];
  if ([object isKindOfClass:[Endless class]]) return [NSArray arrayWithObjects:object, object, nil];
  if ([object isKindOfClass:[Broken class]]) {
    [NSException raise:@"Told" format:@"the hook fails"];
  }
  return nil;
}

- (id)initWithApp:(AssayApp *)app delegate:(AssayDelegate *)delegate {
  self = [super init];
  if (self) _scripted = ASSAY_RETAIN(delegate);
  if (app.dialect && [app.dialect rangeOfString:@"refuse"].length > 0) [delegate refuse:@"not this dialect"];
  if ([app.apiKey isEqual:@"crash"]) [NSException raise:@"Told" format:@"the library fails"];
  return self;
}

- (void)dealloc {
  ASSAY_RELEASE(_scripted);
  ASSAY_DEALLOC_SUPER
}

- (void)apply:(id)value {
  [_scripted applyCategory:nil values:[NSDictionary dictionaryWithObject:value forKey:@"v"]];
}

- (void)showValues {
  AssayTurn *turn = [_scripted applyCategory:nil values:[NSDictionary dictionary]];
  NSMutableDictionary *old = [NSMutableDictionary dictionary];
  for (AssayRecord *record in turn.records) {
    if (!record.hasOldValue) continue;
    [old setObject:record.oldValue ? record.oldValue : [NSNull null] forKey:record.key];
  }
  [_scripted openedURL:said(turn)];
  turn = [_scripted applyCategory:[NSString stringWithUTF8String:"ä"] values:old];
  [_scripted openedURL:said(turn)];
  [_scripted applyCategory:@""
                    values:[NSDictionary dictionaryWithObject:[NSNull null] forKey:@"nothing"]];
}

- (void)showLevels:(int)count {
  id value = [NSArray array];
  for (int level = 1; level < count; level++) value = [NSArray arrayWithObject:value];
  [self apply:value];
}

- (void)showOwnTypes {
  id word = make([Word class], @"word");
  NSSet *bag = [NSSet setWithObject:make([Word class], @"w")];
  NSDictionary *own = [NSDictionary dictionaryWithObjectsAndKeys:uid(9), @"inner", @"x", word, nil];
  NSArray *array = [NSArray arrayWithObjects:uid(8), bag, nil];
  NSDictionary *values = [NSDictionary
      dictionaryWithObjectsAndKeys:uid(7), @"value", array, @"array", own, @"dictionary", nil];
  [_scripted applyCategory:make([Word class], @"c") values:values];
  [_scripted revertCategory:uid(3)
                       keys:[NSArray arrayWithObjects:make([Word class], @"a"), uid(4), nil]];
}

- (void)showOtherPlaces {
  NSNumber *yes = [NSNumber numberWithBool:YES], *no = [NSNumber numberWithBool:NO];
  NSNumber *one = [NSNumber numberWithInt:1], *real = [NSNumber numberWithDouble:1.5];
  NSDictionary *none = [NSDictionary dictionary];
  [_scripted applyCategory:[NSNumber numberWithInt:7] values:none];
  [_scripted applyCategory:[NSArray arrayWithObjects:@"a", yes, nil] values:none];
  [_scripted revertCategory:no keys:[NSArray arrayWithObjects:@"host", one, real, nil]];
}

- (void)meetStranger:(NSString *)place {
  id stranger = make([Stranger class], nil);
  NSArray *list = [NSArray arrayWithObjects:@"a", stranger, nil];
  if ([place isEqual:@"value"]) [self apply:stranger];
  if ([place isEqual:@"element"]) [self apply:list];
  if ([place isEqual:@"member"]) [self apply:[NSDictionary dictionaryWithObject:stranger forKey:@"k"]];
  if ([place isEqual:@"key"]) [self apply:[NSDictionary dictionaryWithObject:@"v" forKey:stranger]];
  if ([place isEqual:@"category"]) {
    [_scripted applyCategory:stranger values:[NSDictionary dictionary]];
  }
  if ([place isEqual:@"values"]) [_scripted applyCategory:nil values:stranger];
  if ([place isEqual:@"reverted"]) [_scripted revertCategory:nil keys:list];
  if ([place isEqual:@"keys"]) [_scripted revertCategory:nil keys:stranger];
  if ([place isEqual:@"url"]) [_scripted openedURL:stranger];
}

- (void)meetStrangerLater {
  ASSAY_POOL_BEGIN
  [NSThread sleepForTimeInterval:0.05];
  [self meetStranger:@"value"];
  ASSAY_POOL_END
}

- (void)openLater:(NSString *)word {
  ASSAY_POOL_BEGIN
  [NSThread sleepForTimeInterval:0.05];
  [_scripted openedURL:word];
  ASSAY_POOL_END
}

- (void)after:(NSString *)word {
  [NSThread detachNewThreadSelector:@selector(openLater:) toTarget:self withObject:word];
}

- (BOOL)handleURL:(NSString *)url {
  NSUInteger megabyte = 1 << 20;
  if ([url isEqual:@"values"]) [self showValues];
  if ([url isEqual:@"revert"]) {
    const unichar withNUL[] = {'a', 0};
    NSString *key = [NSString stringWithCharacters:withNUL length:2];
    NSArray *keys = [NSArray arrayWithObjects:@"host", key, nil];
    [_scripted openedURL:said([_scripted revertCategory:@"c" keys:keys])];
  }
  if ([url isEqual:@"large"]) {
    NSString *large = [@"" stringByPaddingToLength:6 * megabyte withString:@"x" startingAtIndex:0];
    for (int time = 0; time < 3; time++) [self apply:large];
  }
  if ([url isEqual:@"wide"]) {
    NSString *text = [@"" stringByPaddingToLength:megabyte withString:@"x" startingAtIndex:0];
    NSMutableArray *wide = [NSMutableArray array];
    for (int index = 0; index < 10000; index++) [wide addObject:text];
    [self apply:wide];
  }
  if ([url isEqual:@"deep"]) [self showLevels:5000];
  if ([url isEqual:@"own types"]) [self showOwnTypes];
  if ([url isEqual:@"other places"]) [self showOtherPlaces];
  if ([url isEqual:@"endless"]) [self apply:make([Endless class], nil)];
  if ([url isEqual:@"broken"]) [self apply:make([Broken class], nil)];
  if ([url hasPrefix:@"stranger "]) [self meetStranger:[url substringFromIndex:9]];
  if ([url isEqual:@"late stranger"]) {
    [NSThread detachNewThreadSelector:@selector(meetStrangerLater) toTarget:self withObject:nil];
  }
  if ([url isEqual:@"log"]) [_scripted logged:@"logged"];
  if ([url isEqual:@"print"]) puts("to standard output"), fflush(stdout);
  if ([url isEqual:@"late"]) [self after:@"later"];
  if ([url isEqual:@"soon"]) {
    [self after:@"soon"];
    [_scripted waitUntilQuiet];
  }
  if ([url isEqual:@"unsupported"]) [_scripted refuse:@"not today"];
  if ([url isEqual:@"trouble"]) [_scripted fail:@"broken"];
  if ([url isEqual:@"crash"]) [NSException raise:@"Told" format:@"the library fails"];
  return YES;
}

@end

int main(void) {
  bool claimsNothing = getenv("CLAIMS_NOTHING") != NULL;
  assay_identity identity = {"Told", "1", "Objective-C", !claimsNothing};
  unsigned capabilities = ABT_SEQUENCE | ABT_LOG | ABT_DIALECT;
  return AssayServe([Told class], identity, ABT_PLAIN, claimsNothing ? 0 : capabilities);
}
