import Profiles
import WireFormat

/// Writes the URLs of requests (section 2 of the `abt` document).
struct RequestComposer {
  let apps: [ManagedApp]
  let allowsChunks: Bool
  let decisions: ProfileManagerDecisions
  let encryptor: @Sendable (ManagedApp) -> (any PayloadEncryptor)?

  /// The request for a payload, with the URL that is opened first.
  ///
  /// - Returns: nil where the payload has to be encrypted, and this manager cannot.
  func request(
    _ verb: AppRequest.Verb, _ dictionary: PropertyList, _ payload: ConfigurationProfile.Payload,
    of profile: ConfigurationProfile, for app: ManagedApp
  ) -> (request: AppRequest, url: [UInt8])? {
    let token = decisions.token(app, apps, verb)
    var packed = Packing.pack(dictionary)
    let isEncrypted = decisions.isEncrypted(payload, profile, verb)
    if isEncrypted {
      guard let encryptor = encryptor(app) else { return nil }
      packed = encryptor.encrypt(packed, vector: decisions.vector())
    }
    let parameter = isEncrypted ? "data-x" : "data"
    let head = [
      RequestParameter("token", token),
      RequestParameter("profile", decisions.identifier(profile.uuid)),
      RequestParameter("payload", decisions.identifier(payload.uuid)),
    ]
    let start =
      Array("\(decisions.scheme(payload, app))://\(verb == .apply ? "apply" : "reset")?".utf8)
    func url(_ bytes: some Collection<UInt8>, _ piece: (Int, Int)? = nil) -> [UInt8] {
      var parameters = head
      if let (index, total) = piece {
        parameters += [
          RequestParameter("chunk", String(index)), RequestParameter("chunks", String(total)),
        ]
      }
      parameters.append(RequestParameter(parameter, Base64Text.encode(Array(bytes))))
      var url = start
      for (index, parameter) in decisions.parameters(parameters, profile).enumerated() {
        if index > 0 { url.append(UInt8(ascii: "&")) }
        url += Array(parameter.name.utf8) + [UInt8(ascii: "=")]
        decisions.escape(parameter, &url)
      }
      return url
    }
    var request = AppRequest(
      verb: verb, profile: decisions.identifier(profile.uuid),
      payload: decisions.identifier(payload.uuid), token: token)
    let whole = url(packed)
    guard decisions.isSplit(whole.count, packed.count, app, allowsChunks) else {
      return (request, whole)
    }
    // Three bytes become four characters, each of which may need an escape.
    let room = Dialect.profile1.limits.maxURLBytes - url([], (256, 256)).count
    let pieces = ChunkSplitting.split(packed, maxPieceBytes: decisions.pieceBytes(room / 12 * 3))
    guard let pieces else { return (request, whole) }
    var urls = pieces.enumerated().map { url($1, ($0 + 1, pieces.count)) }
    let first = urls.removeFirst()
    request.piecesToCome = urls
    request.piece = 1
    return (request, first)
  }
}
