import CCrypto
import FaultyHandlers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// As in the reference adapter: the configuration of OpenSSL on this machine has no say, and takes long to read.
_ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)

do {
  try FaultyProgram.run(Array(CommandLine.arguments.dropFirst()))
} catch {
  let message = "faulty-adapter: \(error)\n"
  _ = write(2, message, message.utf8.count)
  exit(2)
}
