/*
 * A library that knows its scheme and refuses every request.
 *
 * It lets the adapter run at once. Delete it when yours is in place.
 */
#import <Foundation/Foundation.h>

/* A configuration as the library hands it to the delegate, and takes the delegate's records. */
@interface StubConfigurationSet : NSObject {
  NSString *_category;
  NSDictionary *_values;
}
@property(nonatomic, copy) NSString *category;
@property(nonatomic, copy) NSDictionary *values; /* NSNull: a key without a value */
- (void)didApplyConfigurationForKey:(NSString *)key;
- (void)didApplyConfigurationForKey:(NSString *)key oldValue:(id)oldValue;
- (void)didNotApplyConfigurationForKey:(NSString *)key;
@end

@protocol StubConfigManagerDelegate <NSObject>
- (BOOL)applyConfiguration:(StubConfigurationSet *)set;
- (BOOL)revertConfiguration:(StubConfigurationSet *)set;
- (void)openURL:(NSString *)url;
@end

@interface StubConfigManager : NSObject {
  NSString *_scheme;
  __unsafe_unretained id<StubConfigManagerDelegate> _delegate;
}
@property(nonatomic, assign) id<StubConfigManagerDelegate> delegate;
- (id)initWithBundleIdentifier:(NSString *)bundleIdentifier urlScheme:(NSString *)urlScheme;
- (BOOL)handleConfigURL:(NSString *)url;
@end
