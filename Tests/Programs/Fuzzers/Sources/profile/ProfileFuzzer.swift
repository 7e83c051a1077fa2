import Claims
import Profiles
import WireFormat

/// Configuration profiles, XML and binary: both forms of one value make the same profile.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  let outcome = Outcome(reading: input)
  let list = checkXML(input)
  switch outcome {
  case .profile(let profile):
    check(profile)
    if profile.format == .xml {
      claim(list.map { Outcome($0, .xml) } == outcome, "a profile is its property list's")
      if let list { checkBinaryForm(of: list, outcome) }
    } else {
      claim(input.starts(with: "bplist".utf8), "a binary profile begins as a property list")
    }
  case .failed(let error):
    claim(!error.description.isEmpty, "an error has words")
    check(error, of: input, list)
  }
  return 0
}

/// Budgets that short documents can exceed.
let limits = ProfileLimits(maxBytes: 1 << 15, maxNodes: 400, maxDepth: 12)

/// What came of reading a profile.
enum Outcome: Equatable {
  case profile(ConfigurationProfile)
  case failed(ProfileError)

  init(reading bytes: [UInt8]) {
    do throws(ProfileError) {
      self = .profile(try ConfigurationProfile.read(bytes, limits: limits))
    } catch {
      self = .failed(error)
    }
  }

  init(_ list: PropertyList, _ format: ConfigurationProfile.Format) {
    do throws(ProfileError) {
      self = .profile(try ConfigurationProfile(list, format: format))
    } catch {
      self = .failed(error)
    }
  }
}

private func check(_ error: ProfileError, of input: [UInt8], _ list: PropertyList?) {
  switch error {
  case .field:
    if let list { claim(Outcome(list, .xml) == .failed(error), "a key fails in either way") }
  case .binary(.refused(let defect)):
    claim((0...input.count).contains(defect.offset), "a defect lies within the file")
  case .binary(.overBudget(let freedom, _)), .binary(.ambiguous(let freedom)):
    claim((0...input.count).contains(freedom.offset), "a freedom lies within the file")
  case .empty, .tooManyBytes, .signed, .unknownFormat, .xml:
    claim(list == nil, "what is no XML profile is no XML property list")
  }
}

private func checkBinaryForm(of list: PropertyList, _ outcome: Outcome) {
  guard case .profile(var profile) = outcome else { return }
  var writer = PropertyListWriter()
  let other = Outcome(reading: writer.write(list))
  // Keys that are canonically equivalent have no one reading there.
  if case .failed(.binary(.ambiguous(let freedom))) = other,
    freedom.reason == .canonicallyEquivalentKeys
  {
    return
  }
  profile.format = .binary
  claim(other == .profile(profile), "the binary form makes the same profile")
}
