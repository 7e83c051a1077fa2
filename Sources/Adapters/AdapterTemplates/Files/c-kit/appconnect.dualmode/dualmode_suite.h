/*
 * The suite `appconnect.dualmode`: plays the AppConnect library and the system around an app, and
 * notes what the app's mode logic calls.
 *
 * You need not change this file nor dualmode_suite.c; adapter.c passes your app's calls on to it.
 */
#ifndef DUALMODE_SUITE_H
#define DUALMODE_SUITE_H

#include "assay_adapter.h"

/* ---- What the app's mode logic calls; on the loop's thread, while it is being called ---- */

/* The library. */
bool dualmode_should_start(void); /* shouldStartAppConnect: as the step says */
void dualmode_init_with_delegate(void);
/* The options as `launch` got them; NULL for nil, at a restart. */
void dualmode_start_with_launch_options(const char *options);
void dualmode_retire(void);
void dualmode_stop(void);

/* The app's own actions. */
void dualmode_erase_sensitive_data(void);
void dualmode_notify_mode_change(bool success);
void dualmode_encrypt_existing_data(void);

/* ---- What happens to the app; each returns when the app is quiet ---- */

typedef struct dualmode_notice {
  bool is_managed; /* the policy is MANAGED; otherwise UNMANAGED */
  bool has_secure_services, is_secure_file_io_required;
  enum { DUALMODE_AUTHORIZED, DUALMODE_UNAUTHORIZED, DUALMODE_RETIRED } authorization;
} dualmode_notice;

typedef struct dualmode_app {
  /* A fresh installation, or with `keep` the one that an earlier call left in the folder
     `storage`. The folder is empty otherwise; NULL if the harness names none: then remember
     nothing of an earlier app. The app is not running yet. False if that cannot be done,
     with the reason in `*outcome`. */
  bool (*install)(const char *storage, bool keep, assay_outcome *outcome);
  /* The app is launched; the options are JSON, to be handed on as they are. */
  void (*launch)(const char *options);
  /* managedPolicyChangedTo and what belongs to it. */
  void (*managed_policy)(const dualmode_notice *notice);
  /* The user asks for AppConnectMode or NonAppConnectMode in the app's settings. */
  void (*user_requests)(bool app_connect_mode);
  /* The app is killed: nothing more may be saved. */
  void (*terminate)(void);
  /* The mode and the encryption as they are persisted, by the words of the protocol; NULL where
     nothing is. */
  const char *(*state)(void);
  const char *(*encryption)(void);
} dualmode_app;

/* The suite for the loop. `app` must outlive it. */
assay_suite dualmode_suite(const dualmode_app *app);

#endif
