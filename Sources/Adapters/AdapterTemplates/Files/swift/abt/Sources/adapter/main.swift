// The adapter between assay and a library that is configured through URLs. Change what is marked
// ">>> YOUR LIBRARY"; the request loop, JSON and the scripted delegate are in AssayAdapterKit.

import AdapterKit
import AdapterProtocol

// >>> YOUR LIBRARY: its name and version, as the report will show them.
let identity = AdapterIdentity(name: "Stub", version: "0.1.0")

// >>> YOUR LIBRARY: what it can do; README.md lists the words. What is not claimed is not tested.
// "sequence" is the kit's own doing and always right.
let claim = ABTClaim(editions: [.plain], capabilities: [.sequence])

let suite = ABTHandler(claim, plainValue: plainValue) { App($0, $1) }
AdapterLoop(identity, suites: ["abt": suite]).run()
