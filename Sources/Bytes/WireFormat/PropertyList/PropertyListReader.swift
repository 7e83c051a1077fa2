/// Reads hostile binary property lists strictly. Says which of them a library must accept, must
/// refuse, or may treat either way (section 2.1 of the `abt` document).
///
/// The table `Classification` decides this. The bounds are the first three of `PropertyListLimits`.
///
/// It works in phases, each linear in the bytes (the last is linear in the bounded size of the
/// value):
/// 1. header and trailer (`PropertyListLayout`);
/// 2. every object's extent, without following references (`ObjectTable`);
/// 3. a walk over what is reachable from the top, without recursion, which finds defects, cycles
///    and sharing, and adds up the size of the expanded tree without expanding it (`+Walk`);
/// 4. whether objects and tables fill the bytes without gap or overlap (`+Placement`);
/// 5. the value, for lists within the hard limits (`+Values`).
///
/// A defect counts only if every reading must meet it. A defect below a construct that a library
/// may drop or misread (a set, a dictionary with duplicate keys…) leaves the list `free`. A defect
/// that every reading meets outweighs any freedom. The arrays in here are kept between lists.
package struct PropertyListReader {
  private let limits: PropertyListLimits
  private let configurationKey: [UInt8]?
  /// Whether the configuration is asked for string keys. A reset request does not look at one.
  package var checksConfiguration = true
  private var table = ObjectTable()
  /// Whether the top object of the latest list is not a dictionary in any reading.
  package private(set) var lastTopIsNoDictionary = false

  /// - Parameter configurationKey: the key of the top dictionary whose dictionary must also have
  ///   string keys (ABT-DATA-07), or nil for lists that are not requests.
  package init(limits: PropertyListLimits = PropertyListLimits(), configurationKey: String? = nil) {
    self.limits = limits
    self.configurationKey = configurationKey.map { Array($0.utf8) }
  }

  /// Reads the whole of `bytes`, which begin with the header and end with the trailer.
  package mutating func read(_ bytes: UnsafeRawBufferPointer) -> Reading<PropertyList> {
    lastTopIsNoDictionary = false
    do throws(Defect) {
      return try reading(of: bytes)
    } catch {
      return .refused(error)
    }
  }

  /// Reads the whole of `bytes`.
  package mutating func read(_ bytes: [UInt8]) -> Reading<PropertyList> {
    bytes.withUnsafeBytes { read($0) }
  }

  private mutating func reading(
    of bytes: UnsafeRawBufferPointer
  ) throws(Defect) -> Reading<PropertyList> {
    let layout: PropertyListLayout
    switch try PropertyListLayout.read(bytes) {
    case .version(let version, let offset):
      // We do not know the objects of another version, so nothing in it is a defect.
      guard let version, let reading = try? reading(of: version, bytes) else {
        return .free(Freedom(.otherVersion, at: offset), nil)
      }
      return .free(Freedom(.otherVersion, at: offset), reading.value)
    case .layout(let known): layout = known
    }
    return try reading(of: layout, bytes)
  }

  private mutating func reading(
    of layout: PropertyListLayout, _ bytes: UnsafeRawBufferPointer
  ) throws(Defect) -> Reading<PropertyList> {
    var notes = Notes()
    layout.note(in: &notes)
    guard table.fill(bytes, layout) else {
      return .free(Freedom(.overlappingObjects, at: layout.tableStart), nil)
    }
    lastTopIsNoDictionary = table.objects[layout.top].isNoDictionary
    try table.walk(
      bytes, layout, configurationKey: checksConfiguration ? configurationKey : nil, &notes)
    table.note(limits, layout, &notes)
    table.notePlacement(bytes.count, layout, &notes)
    let hasValue = !notes.losesValue && table.isWithinHardLimits(limits, layout)
    let value = hasValue ? table.value(of: layout.top, bytes, layout) : nil
    if let freedom = notes.first { return .free(freedom, value) }
    guard let value else {
      // Only limits with hard bounds below the others lead here.
      return .free(Freedom(.tooMuchContent, at: 0), nil)
    }
    return .accepted(value)
  }
}

/// The freedoms that one list takes: the first of them, and whether any of them cannot be a value.
struct Notes {
  private(set) var first: Freedom?
  private(set) var losesValue = false

  /// - Parameter losesValue: whether the construct has no place in a `PropertyList`, or more than
  ///   one reading.
  mutating func add(_ reason: Freedom.Reason, at offset: Int, losesValue: Bool = false) {
    if first == nil { first = Freedom(reason, at: offset) }
    if losesValue { self.losesValue = true }
  }
}
