import AdapterKit
import CCrypto
import ReferenceHandlers
import ReferenceLibrary

// What it does must not depend on how this machine configures OpenSSL. Besides, reading that
// configuration would take as long as everything else before the first request.
_ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)

let adapter = AdapterLoop(
  AdapterIdentity(name: "assay reference library", version: "1.0.0"),
  suites: [
    "abt": ABTHandler.reference { .standard(for: $0) },
    ConfigurationDeliveryHandler.suite: ConfigurationDeliveryHandler { .standard },
    OpenFromHandler.suite: OpenFromHandler { .standard },
    DualModeHandler.suite: DualModeHandler { .standard },
    ManagedConfigHandler.suite: ManagedConfigHandler { .standard },
    LifecycleHandler.suite: LifecycleHandler { .standard },
    ProfileManagerHandler.suite: ProfileManagerHandler { .standard },
  ])
adapter.run()
