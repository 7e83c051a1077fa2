import AdapterKit
import CCrypto
import JSONText
import ReferenceHandlers
import ReferenceLibrary

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// As in the reference adapter: the configuration of OpenSSL on this machine has no say, and takes long to read.
_ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)

do throws(Arguments.Mistake) {
  switch try Arguments.read(Array(CommandLine.arguments.dropFirst())) {
  case .list(let dialect):
    print(Listing.json(for: dialect).compactText)
  case .serve(let choice):
    let adapter = AdapterLoop(
      AdapterIdentity(name: "assay reference library with faults", version: "1.0.0"),
      suites: [
        "abt": ABTHandler.reference(timing: choice.timing, encryption: choice.encryption) {
          choice.decisions(for: $0)
        },
        ConfigurationDeliveryHandler.suite: ConfigurationDeliveryHandler {
          choice.configurationDecisions
        },
        OpenFromHandler.suite: OpenFromHandler { choice.openFromDecisions },
        DualModeHandler.suite: DualModeHandler(storing: choice.storing) {
          choice.dualModeDecisions
        },
        ManagedConfigHandler.suite: ManagedConfigHandler { choice.managedDecisions },
        LifecycleHandler.suite: LifecycleHandler { choice.lifecycleDecisions },
        ProfileManagerHandler.suite: ProfileManagerHandler { choice.managerDecisions },
      ])
    adapter.run()
  }
} catch {
  let message = "faulty-adapter: \(error)\n"
  _ = write(2, message, message.utf8.count)
  exit(2)
}
