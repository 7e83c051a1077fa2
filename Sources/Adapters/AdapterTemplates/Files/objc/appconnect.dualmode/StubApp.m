#import "StubApp.h"

#import "AssayMemory.h"

@implementation StubApp

- (id)initWithFolder:(NSString *)folder keep:(BOOL)keep {
  self = [super init];
  if (self) {
    _path = [[folder stringByAppendingPathComponent:@"mode"] copy];
    if (keep && _path) {
      _state = [[NSString alloc] initWithContentsOfFile:_path
                                               encoding:NSUTF8StringEncoding
                                                  error:NULL];
    }
  }
  return self;
}

- (void)dealloc {
  ASSAY_RELEASE(_path);
  ASSAY_RELEASE(_state);
  ASSAY_DEALLOC_SUPER
}

- (void)didFinishLaunching {
  if (_state) return;
  _state = [@"Undecided" copy];
  [_state writeToFile:_path atomically:YES encoding:NSUTF8StringEncoding error:NULL];
}

- (NSString *)state {
  return _state;
}

@end
