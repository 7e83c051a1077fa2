/* Mode logic that fails as it is launched: see converse. */
#import "StubApp.h"

@implementation StubApp

- (id)initWithFolder:(NSString *)folder keep:(BOOL)keep {
  (void)folder, (void)keep;
  return [super init];
}

- (void)didFinishLaunching {
  [NSException raise:@"Told" format:@"the app fails"];
}

- (NSString *)state {
  return nil;
}

@end
