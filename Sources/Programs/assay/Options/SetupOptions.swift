import ArgumentParser
import Conformance
import Forge
import JSONText
import SuiteModels
import Suites

/// The app that requests of others are taken to be for.
struct SetupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The app that bare URLs are for: the \"configuration\" of a start, in JSON (default: com.acme.app with the API key k-3f9c and the secret s3cret).",
      valueName: "file"))
  var setup: String?

  @Option(
    help: ArgumentHelp(
      "Only this edition of a case or of a report's failures; for bare URLs without --setup the one that they are for: plain, encrypting.",
      valueName: "edition"))
  var edition: EditionName?

  enum EditionName: String, ExpressibleByArgument, CaseIterable {
    case plain, encrypting
  }

  /// - Parameter dialect: that of the app where the file has none.
  /// - Throws: wrong usage, saying what is wrong with the file and where.
  func read(_ dialect: SharedDialect) throws -> ABTSetup {
    guard let setup else {
      return ForeignRequests.defaultSetup(
        edition == .encrypting ? .encrypting : .plain, dialect: dialect)
    }
    let bytes = try InputFile.bytes(setup, kind: "setup", maxBytes: 1 << 20)
    do throws(JSONError) {
      var app = try JSONReader.read(bytes, limits: CaseFile.limits) { (reader) throws(JSONError) in
        try ABTModel(dialect: dialect).readSetup(&reader)
      }
      if app.dialect.isProfile1 { app.dialect = dialect }
      return app
    } catch {
      throw ValidationError("the setup \(setup) cannot be used: \(error)")
    }
  }
}
