/*
 * The suite `abt` for a library in Objective-C.
 *
 * You need not change this file, nor AssayLibrary.m, nor the files whose names begin with `abt_`
 * or `assay_`; adapter.m passes your library's calls on to it.
 */
#import <Foundation/Foundation.h>

#include "abt_suite.h"

/* The app that the library runs in. */
@interface AssayApp : NSObject {
  NSString *_bundleIdentifier, *_apiKey, *_urlScheme, *_encryptionSecret, *_dialect;
  BOOL _isEncrypting, _allowsUnencrypted;
}
@property(nonatomic, copy) NSString *bundleIdentifier;
@property(nonatomic, copy) NSString *apiKey;
@property(nonatomic, copy) NSString *urlScheme; /* nil: the default one */
/* For the encrypting edition. */
@property(nonatomic, assign) BOOL isEncrypting;
@property(nonatomic, copy) NSString *encryptionSecret;
@property(nonatomic, assign) BOOL allowsUnencrypted;
@property(nonatomic, copy) NSString *dialect; /* JSON; nil: the default one */
@end

/* A call that the delegate makes to the library while it is being called. */
@interface AssayRecord : NSObject {
  NSString *_key;
  id _oldValue;
  BOOL _isApplied, _hasOldValue;
}
@property(nonatomic, copy) NSString *key;
@property(nonatomic, assign) BOOL isApplied;   /* didApply…; otherwise didNotApply… */
@property(nonatomic, assign) BOOL hasOldValue; /* nil can be an old value, too */
@property(nonatomic, retain) id oldValue;
@end

/* What the delegate does within one call: its records, in order, and how it answers then. */
@interface AssayTurn : NSObject {
  NSArray *_records;
  BOOL _saysYes, _cancels;
  NSError *_error;
}
@property(nonatomic, retain) NSArray *records;
@property(nonatomic, assign) BOOL saysYes;
@property(nonatomic, assign) BOOL cancels;
@property(nonatomic, retain) NSError *error; /* with a no: the delegate's own, or nil */
@end

/* The delegate that the harness scripts. It may be used from any thread. */
@interface AssayDelegate : NSObject {
  abt_delegate *_delegate;
  NSString *_refusal, *_trouble;
  volatile BOOL _hasCalledBack;
}

/* The library asks to apply values, an NSDictionary; NSNull is a key without a value. A category is
   an NSString, nil, or what else the library takes for one. */
- (AssayTurn *)applyCategory:(id)category values:(id)values;

/* The library asks to revert keys, an NSArray or NSSet. */
- (AssayTurn *)revertCategory:(id)category keys:(id)keys;

/* The library opens a URL, an NSString or NSURL: its callback. */
- (void)openedURL:(id)url;

/* The library logs a line; shown with the capability ABT_LOG. */
- (void)logged:(NSString *)line;

/* Runs the run loop until a callback has been opened, but no longer than 500 ms. */
- (void)waitUntilQuiet;

/* The adapter cannot give the library this URL, or this app: the case is skipped, not failed. */
- (void)refuse:(NSString *)reason;

/* Trouble of the adapter's own: no verdict on the library. */
- (void)fail:(NSString *)message;

@end

/* What adapter.m makes of your library. */
@protocol AssayLibrary <NSObject>

/* A library in a fresh app. Where it cannot be made, `delegate` is told why. */
- (id)initWithApp:(AssayApp *)app delegate:(AssayDelegate *)delegate;

/* Gives it a URL as the system would. Returns whether it says that the URL was for it. */
- (BOOL)handleURL:(NSString *)url;

@optional

/* What an object of the library's own class is: one of a class that a property list of Foundation
   may have. nil if it is none: the step is then a failure that names the class. */
+ (id)plainValueOf:(id)object;

@end

/* Serves the suite with libraries of a class that conforms to AssayLibrary; returns the exit
   status. Editions and capabilities are the words of abt_suite.h. */
int AssayServe(Class library, assay_identity identity, unsigned editions, unsigned capabilities);
