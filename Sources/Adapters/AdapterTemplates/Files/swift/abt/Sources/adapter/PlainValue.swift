import AdapterProtocol
import Foundation

/// What a value of a type that the kit does not know is: a `TypedValue`, or a value of a type that it
/// knows. Nil if it is none of those: the step is then a failure that names the type.
@Sendable func plainValue(_ value: Any) -> Any? {
  switch value {
  case let data as Data: return [UInt8](data)
  case let date as Date: return TypedValue.date(date.timeIntervalSinceReferenceDate)
  case let number as NSNumber: return plainNumber(number)
  // >>> YOUR LIBRARY: a case for each type that it has and the protocol has not, as in
  // case let set as Set<AnyHashable>: return Array(set)
  // case let uid as UID: return uid.number
  default: return nil
  }
}

/// A `true` is no 1, and a 1 no 1.0.
private func plainNumber(_ number: NSNumber) -> Any {
  switch String(cString: number.objCType) {
  case "c", "B": number.boolValue
  case "d", "f": number.doubleValue
  case "Q": number.uint64Value
  default: number.int64Value
  }
}
