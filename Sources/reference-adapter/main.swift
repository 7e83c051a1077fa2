import AdapterKit
import ReferenceHandlers
import ReferenceLibrary

let adapter = AdapterLoop(
  AdapterIdentity(name: "assay reference library", version: "1.0.0"),
  suites: [
    "abt": AbtHandler.reference { .standard },
    DualModeHandler.suite: DualModeHandler { .standard },
  ])
adapter.run()
