import ReferenceLibrary
import ReferenceLibraryEncrypting

extension MailApp {
  /// The app's vendor has a profile manager that names nearly everything in its own way.
  func launchInAnotherHouse() {
    var dialect = ConfigurationDialect.profile1
    dialect.verbs.apply = "configure"
    dialect.verbs.reset = "revoke"
    dialect.parameters.token = "signature"
    dialect.parameters.profile = "profile-id"
    dialect.parameters.payload = "payload-id"
    dialect.parameters.data = "body"
    dialect.parameters.encryptedData = "sealed"
    dialect.parameters.chunk = "part"
    dialect.parameters.chunks = "parts"
    dialect.parameters.status = "result"
    dialect.parameters.changedValues = "changed"
    dialect.parameters.errorCode = "code"
    dialect.parameters.errorMessage = "reason"
    dialect.schemePrefix = "x-acme-config."
    dialect.callbackPrefix = "acme-manager://configuration/result?"
    dialect.magic = [0x00, 0xFF]
    dialect.token = .external(token: "a token of Acme's own")
    dialect.keys.version = "Format"
    dialect.keys.category = "Group"
    dialect.keys.configuration = "Settings"
    dialect.keys.keys = "Names"
    dialect.statuses.success = "ok"
    dialect.statuses.error = "failed"
    dialect.statuses.canceled = "stopped"
    dialect.errorCodes.invalidToken = -3
    dialect.limits.maxChunks = 2
    dialect.changedValuesCarryMagic = true

    var encryption = EncryptionDialect.profile1
    encryption.keyHash = .md5
    encryption.mode = .blowfishCBCZeroIV
    launch(dialect, encryption)
  }
}
