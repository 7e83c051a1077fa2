/*
 * The suite `appconnect.dualmode` for an app in Objective-C.
 *
 * You need not change this file, nor AssayModeLogic.m, nor the files whose names begin with
 * `dualmode_` or `assay_`; adapter.m passes your app's calls on to it.
 */
#import <Foundation/Foundation.h>

#include "dualmode_suite.h"

/* What the app's mode logic calls, while it is called itself and on the same thread. */
@interface AssayHost : NSObject

/* The AppConnect library. */
- (BOOL)shouldStartAppConnect;
- (void)initWithDelegateWasCalled;
- (void)startWithLaunchOptions:(NSDictionary *)options; /* as `launch` got them; nil at a restart */
- (void)retire;
- (void)stop;

/* The app's own actions. */
- (void)eraseSensitiveData;
- (void)notifyModeChange:(BOOL)success;
- (void)encryptExistingData;

@end

/* What adapter.m makes of your app. Each method returns when the app is quiet; what is due on the
   run loop is done after it. */
@protocol AssayModeLogic <NSObject>

/* A fresh installation, or with `keep` the one that an earlier app left in the folder `storage`.
   The folder is empty otherwise; nil if the harness names none: then remember nothing of an
   earlier app. The app is not running yet. */
- (id)initWithStorage:(NSString *)storage keep:(BOOL)keep host:(AssayHost *)host;

/* The app is launched. */
- (void)launchWithOptions:(NSDictionary *)options;
/* managedPolicyChangedTo and what belongs to it. */
- (void)managedPolicy:(const dualmode_notice *)notice;
/* The user asks for AppConnectMode or NonAppConnectMode in the app's settings. */
- (void)userRequestsAppConnectMode:(BOOL)isAppConnectMode;
/* The app is killed: nothing more may be saved. */
- (void)terminate;
/* The mode and the encryption as they are persisted, by the words of the protocol; nil where
   nothing is. */
- (NSString *)persistedState;
- (NSString *)persistedEncryption;

@end

/* Serves the suite with apps of a class that conforms to AssayModeLogic; returns the exit
   status. */
int AssayServe(Class app, assay_identity identity);
