/*
 * The adapter between assay and the mode logic of a dual-mode app.
 *
 * Change what is marked `>>> YOUR APP`; the other files can stay as they are. Run it with:
 *   make && assay run --suite appconnect.dualmode -- ./adapter
 */
#include "dualmode_suite.h"

/* >>> YOUR APP: include its mode logic here, and delete stub_app.h and stub_app.c. Where the logic
   would call the AppConnect library or the rest of the app, let it call the functions at the top of
   dualmode_suite.h. */
#include "stub_app.h"

/* >>> YOUR APP: a fresh installation that keeps its mode and its encryption in the folder, or where
   there is none, wherever nothing of an earlier installation is. With `keep` it finds in the folder
   what an earlier run left. */
static bool install(const char *storage, bool keep, assay_outcome *outcome) {
  if (stub_install(storage, keep)) return true;
  *outcome = assay_failure("the app's storage is out of reach");
  return false;
}

/* >>> YOUR APP: application:didFinishLaunchingWithOptions:, or what does its work. Read the mode
   anew from the storage: nothing else survives from an earlier launch. */
static void launch(const char *options) {
  (void)options;
  stub_launch();
}

/* >>> YOUR APP: the library says whether the app is managed. */
static void managed_policy(const dualmode_notice *notice) {
  (void)notice;
}

/* >>> YOUR APP: the user asks for the other mode. */
static void user_requests(bool app_connect_mode) {
  (void)app_connect_mode;
}

/* >>> YOUR APP: it is killed; drop what is in memory and save nothing. */
static void terminate(void) {}

int main(void) {
  /* >>> YOUR APP: the last two return the mode and the encryption as they are persisted, such as
     "PendingAppConnectMode" and "Encrypted" (README.md). */
  static const dualmode_app app = {install,   launch,     managed_policy, user_requests,
                                   terminate, stub_state, stub_encryption};
  /* >>> YOUR APP: its name and version, as the report will show them. */
  assay_identity identity = {"Stub", "0.1.0", "C", false};
  assay_suite suite = dualmode_suite(&app);
  return assay_serve(identity, &suite, 1);
}
