import AdapterDriver
import ArgumentParser
import Forge
import WireFormat

/// In what the library of the suite `abt` differs from wire profile 1.
struct DialectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the library names, numbers or bounds otherwise than wire profile 1: a JSON or YAML file (assay dialect show prints one).",
      valueName: "file"))
  var dialect: String?

  /// The dialect; profile 1 without the option. A command that makes its tokens is run once, so that one that does not work is told
  /// before anything else.
  ///
  /// - Throws: wrong usage, saying what is wrong with the file and where, or with the command.
  func read() throws -> SharedDialect {
    guard let dialect else { return .profile1 }
    let value = try DialectFiles.read(dialect)
    guard value != .profile1 else { return .profile1 }
    guard case .external(let words) = value.token, let executable = words.first else {
      return SharedDialect(value)
    }
    let program = TokenProgram(
      AdapterCommand(
        executable: executable, arguments: Array(words.dropFirst()),
        guardian: Guardian.ofThisProgram))
    let tokens = ExternalTokens { (bundleIdentifier, apiKey) throws(ExternalTokens.Failure) in
      do throws(TokenProgramFault) {
        return try program.token(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
      } catch {
        throw ExternalTokens.Failure("\(error)")
      }
    }
    let shared = SharedDialect(value, tokens: tokens)
    guard shared.rightToken(bundleIdentifier: "com.acme.app", apiKey: "k-3f9c") != nil else {
      throw ValidationError(
        "the dialect \(dialect) cannot be used: token.command: \(tokens.failure.map { "\($0)" } ?? "no token was made")"
      )
    }
    return shared
  }

  /// The option as it was given.
  var given: [(String, String)] { dialect.map { [("dialect", $0)] } ?? [] }
}
