import Claims
import WireFormat

/// Callback URLs and the changed values that they carry.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  let isURI = RequestURL(input).isURI
  do throws(CallbackURL.Defect) {
    let callback = try CallbackURL(input)
    claim(isURI, "what is read is a URI")
    check(callback, of: input)
  } catch {
    claim(!isURI, "what is a URI is read")
    claim((0...count).contains(error.offset), "a defect lies within the URL")
    if case .forbiddenCharacter(let byte) = error.reason {
      claim(error.offset < count && input[error.offset] == byte, "the byte stands at its place")
    }
    if case .strayPercent = error.reason {
      claim(error.offset < count && input[error.offset] == UInt8(ascii: "%"), "so does a percent")
    }
  }
  return 0
}

private func check(_ callback: CallbackURL, of input: [UInt8]) {
  claim(callback.url.bytes == input, "the URL keeps its bytes")
  claim(callback.parameters.count == callback.url.parameters.count, "no parameter is lost")
  claim(reread(callback) == callback.parameters, "parameters written anew read the same")
  let names = Set(callback.parameters.map(\.name))
  let isRepeated = names.count < callback.parameters.count
  claim((callback.repeatedName != nil) == isRepeated, "a repeated name is seen")
  for name in names {
    guard let text = String(validating: name, as: UTF8.self) else { continue }
    let own = callback.parameters.filter { $0.name == name }
    claim(callback.count(of: text) == own.count, "every parameter of a name is counted")
    claim(callback.value(of: text) == own.first?.value, "the first one gives the value")
    let value = callback.text(of: text)
    claim(value.map { Array($0.utf8) } ?? own.first?.value == own.first?.value, "as text too")
  }
  if let changed = callback.value(of: Dialect.profile1.parameters.changedValues) {
    checkChangedValues(changed)
  }
}

/// The parameters of a URL that is made of these, escaped anew.
private func reread(_ callback: CallbackURL) -> [CallbackURL.Parameter]? {
  var bytes = Array(Dialect.profile1.callbackPrefix.utf8)
  for (index, parameter) in callback.parameters.enumerated() {
    if index > 0 { bytes.append(UInt8(ascii: "&")) }
    PercentCoding.encode(parameter.name, into: &bytes)
    bytes.append(UInt8(ascii: "="))
    PercentCoding.encode(parameter.value, into: &bytes)
  }
  let again = try? CallbackURL(bytes)
  claim(again?.hasPrefix(Dialect.profile1.callbackPrefix) == true, "it keeps its prefix")
  return again?.parameters
}

private func checkChangedValues(_ text: [UInt8]) {
  let reading = ChangedValues.decode(text)
  guard let keys = reading.value else { return }
  let again = ChangedValues.decode(ChangedValues.encode(keys))
  claim(again.defect == nil, "keys written anew are read")
  claim(again.value.map { same($0, keys) } == true, "and are the same")
}

private func same(_ left: [String], _ right: [String]) -> Bool {
  left.count == right.count && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
}
