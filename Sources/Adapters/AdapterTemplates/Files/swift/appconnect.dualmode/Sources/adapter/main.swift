// The adapter between assay and the dual-mode logic of an app. Change what is marked ">>> YOUR APP";
// the request loop and JSON are in AssayAdapterKit.

import AdapterKit

// >>> YOUR APP: its name and version, as the report will show them.
let identity = AdapterIdentity(name: "Stub", version: "0.1.0")

// >>> YOUR APP: add "killPoints" if all that it keeps goes through `Storage`.
let suite = DualModeSuite(capabilities: []) { App(library: $0, storage: $1) }

AdapterLoop(identity, suites: ["appconnect.dualmode": suite]).run()
