import ArgumentParser
import Certification
import Reporting

/// `assay key`: the keys that certificates are signed with.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Make a key pair for certificates; print the public half of one.",
    discussion: """
      Keys are Ed25519 in PEM (PKCS#8 and SubjectPublicKeyInfo), as openssl reads and writes them.
      Examples:
        assay key new acme
        assay key new acme --password-file password.txt
        assay key public acme
      """,
    subcommands: [New.self, Public.self])

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a new key pair: FILE is the private key, FILE.pub the public one.",
      discussion: """
        The private key is readable by nobody else (mode 0600). Nothing is overwritten. Keep FILE secret; hand out FILE.pub, or its \
        id, in a way that whoever checks your certificates trusts.
        Exit codes: 0 both files are there, 2 wrong usage, or a file that cannot be written or is there already.
        """)

    @Argument(help: "The file of the private key; it must not be there yet.")
    var file: String

    @OptionGroup var password: PasswordOptions

    func run() throws {
      let publicKey = try KeyTrouble.told {
        let password = try password.passwordFile.map(KeyFile.password)
        return try KeyFile.writePair(SigningKey.generate(), file, password: password)
      }
      let id = try KeyTrouble.told { try publicKey.identifier() }
      let words = VisibleText.escaped
      StandardOutput.write(
        """
        private key  \(words(file, .max)) (keep it secret)
        public key   \(words(file + ".pub", .max))
        key id       \(id)

        """)
    }
  }

  struct Public: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the public half of a private key, in PEM.")

    @Argument(help: "The file of the private key.")
    var file: String

    @OptionGroup var password: PasswordOptions

    func run() throws {
      let pem = try KeyTrouble.told {
        try KeyFile.signingKey(file, passwordFile: password.passwordFile).publicKey().pem()
      }
      StandardOutput.write(bytes: pem)
    }
  }
}

/// What opens a private key.
struct PasswordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file whose first line is the password of the private key; nobody else may be able to read it.",
      valueName: "file"))
  var passwordFile: String?
}

/// Keys that cannot be used are wrong usage.
enum KeyTrouble {
  static func told<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let fault as KeyFault {
      // Names of files may hold line feeds, which must not look like lines of our own.
      throw ValidationError(VisibleText.escaped("\(fault)"))
    }
  }
}
