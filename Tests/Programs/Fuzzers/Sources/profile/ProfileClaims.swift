import Claims
import Profiles
import WireFormat

/// What holds of every profile that is read.
func check(_ profile: ConfigurationProfile) {
  claim(!profile.identifier.isEmpty && !profile.uuid.isEmpty, "a profile has its names")
  let indices = profile.payloads.map(\.index) + profile.otherPayloads.map(\.index)
  claim(Set(indices) == Set(0..<indices.count), "every payload is listed once")
  claim(
    profile.payloads.map(\.index) == profile.payloads.map(\.index).sorted(), "and in its order")
  claim(Set(profile.payloads.map { Array($0.uuid.utf8) }).count == profile.payloads.count, "once")
  for payload in profile.payloads {
    claim(profile.payload(uuid: payload.uuid) == payload, "a payload is found by its UUID")
    check(payload)
  }
}

private func check(_ payload: ConfigurationProfile.Payload) {
  claim(!payload.bundleIdentifier.isEmpty, "a payload names its app")
  let url = RequestURL(payload.scheme() + "://apply")
  claim(url.isURI, "a payload's scheme makes a URI")
  claim(url.hasScheme(payload.scheme()), "and is that URI's")
  guard case .dictionary = payload.configuration else { refute("a configuration is a dictionary") }
  let dictionary = payload.requestDictionary()
  let reading = Packing.unpack(Packing.pack(dictionary))
  if let freedom = reading.freedom, reading.value == nil {
    let isEquivalence = freedom.reason == .canonicallyEquivalentKeys
    return claim(isEquivalence, "nothing else has no reading")
  }
  claim(reading.value == dictionary, "a request's dictionary travels whole")
}
