// PropertyListSerialization of Swift's Foundation.

import Foundation

/// Reads a list into `values`; false if Foundation cannot.
func read(_ bytes: UnsafePointer<UInt8>?, _ length: Int, _ values: OpaquePointer?) -> Bool {
  guard let bytes, let values else { return false }
  var format = PropertyListSerialization.PropertyListFormat.binary
  let data = Data(bytes: bytes, count: length)
  guard let list = try? PropertyListSerialization.propertyList(from: data, format: &format) else {
    return false
  }
  return format == .binary && copy(list, to: values)  // It reads other formats, too.
}

func write(_ strings: OpaquePointer?, _ written: OpaquePointer?) {
  guard let strings,
    let data = try? PropertyListSerialization.data(
      fromPropertyList: texts(strings), format: .binary, options: 0)
  else { fatalError("Foundation writes no array of strings") }
  data.withUnsafeBytes { foreign_put(written, $0.bindMemory(to: UInt8.self).baseAddress, $0.count) }
}

/// Copies a value. False for what cannot be shown: types that have no name in the adapter protocol, and too much.
func copy(_ value: Any, to values: OpaquePointer) -> Bool {
  switch value {
  case let text as String: return put(text, to: values, as: foreign_string)
  case let date as Date: return foreign_date(values, date.timeIntervalSinceReferenceDate)
  case let data as Data:
    return data.withUnsafeBytes {
      foreign_data(values, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)
    }
  case let truth as Bool where type(of: value) == Bool.self: return foreign_boolean(values, truth)
  case let number as NSNumber: return copy(number, to: values)
  case let array as [Any]:
    guard foreign_begin_array(values) else { return false }
    for element in array where !copy(element, to: values) { return false }
    return foreign_end(values)
  case let dictionary as [String: Any]:
    guard foreign_begin_dictionary(values) else { return false }
    for (key, member) in dictionary {
      guard put(key, to: values, as: foreign_key), copy(member, to: values) else { return false }
    }
    return foreign_end(values)
  default: return false
  }
}

func copy(_ number: NSNumber, to values: OpaquePointer) -> Bool {
  switch String(cString: number.objCType) {
  case "d", "f": return foreign_real(values, number.doubleValue)
  default:
    let digits = Array(number.stringValue.utf8)
    if let integer = Int64(number.stringValue) { return foreign_integer(values, integer) }
    return digits.withUnsafeBufferPointer { foreign_big_integer(values, $0.baseAddress, $0.count) }
  }
}

@main
enum Adapter {
  static func main() {
    exit(foreign_serve("Foundation (PropertyListSerialization)", toolchain, "Swift", read, write))
  }
}
