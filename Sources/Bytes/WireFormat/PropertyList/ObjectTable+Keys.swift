extension ObjectTable {
  /// Keys are compared pair by pair only in small dictionaries of short keys in small lists. All
  /// others are compared by classes, at linear cost.
  private static let fewObjects = 4_096
  private static let fewKeys = 24
  private static let shortKeyBytes = 64

  /// Checks a dictionary's keys. Returns false if they make the dictionary free as a whole, so that
  /// nothing below it binds anybody; it then notes that freedom.
  /// - Parameter isStrict: whether a key that is not a string must be refused: in the dictionary
  ///   itself and in the configuration (ABT-DATA-07).
  mutating func hasPlainKeys(
    _ record: ObjectRecord, isStrict: Bool, _ bytes: UnsafeRawBufferPointer,
    _ layout: PropertyListLayout, _ notes: inout Notes
  ) throws(Defect) -> Bool {
    var isSimple = record.count <= Self.fewKeys && objects.count <= Self.fewObjects
    var defect: Defect?
    var uncounted: ObjectRecord?
    for position in 0..<Int(record.count) {
      let number: Int
      do throws(Defect) {
        number = try reference(at: position, of: record, bytes, layout)
      } catch {
        defect = defect ?? error
        continue
      }
      let key = objects[number]
      switch key.kind {
      case .ascii: if key.count > Self.shortKeyBytes { isSimple = false }
      case .utf16: isSimple = false
      case .uncountedString: uncounted = uncounted ?? key
      case .broken: defect = defect ?? key.defect(bytes)
      case .later: uncounted = uncounted ?? key
      default:
        guard !isStrict else { throw Defect(.keyNotString, at: Int(key.offset)) }
        notes.add(.keyNotString, at: Int(key.offset), losesValue: true)
        return false
      }
    }
    if let defect { throw defect }
    if let uncounted {
      let reason = uncounted.kind == .later ? Freedom.Reason.laterMarker : uncounted.countFreedom
      notes.add(reason, at: Int(uncounted.offset), losesValue: true)
      return false
    }
    if isSimple {
      guard let repeated = try repeatedAmongFew(record, bytes, layout) else { return true }
      notes.add(.duplicateKey, at: Int(objects[repeated].offset), losesValue: true)
      return false
    }
    return try hasDistinctClasses(record, bytes, layout, &notes)
  }

  /// The object that a key of the top dictionary stands for, or nil if there is none or a reference
  /// on the way is broken. The walk itself will find such a reference.
  func value(
    ofKey text: [UInt8], _ layout: PropertyListLayout, _ bytes: UnsafeRawBufferPointer
  ) -> Int? {
    let top = objects[layout.top]
    for position in 0..<Int(top.count) {
      guard let number = try? reference(at: position, of: top, bytes, layout) else { return nil }
      let key = objects[number]
      let isNamed =
        switch key.kind {
        case .ascii:
          UnsafeRawBufferPointer(rebasing: bytes[Int(key.content)..<Int(key.end)])
            .elementsEqual(text)
        case .utf16: Int(key.count) <= text.count && string(key, bytes).utf8.elementsEqual(text)
        default: false
        }
      if isNamed {
        return try? reference(at: position + Int(top.count), of: top, bytes, layout)
      }
    }
    return nil
  }

  private func repeatedAmongFew(
    _ record: ObjectRecord, _ bytes: UnsafeRawBufferPointer, _ layout: PropertyListLayout
  ) throws(Defect) -> Int? {
    for later in 1..<max(Int(record.count), 1) {
      let number = try reference(at: later, of: record, bytes, layout)
      let key = objects[number]
      for earlier in 0..<later {
        let other = objects[try reference(at: earlier, of: record, bytes, layout)]
        if other.count == key.count,
          Self.areEqual(bytes, Int(other.content), Int(key.content), Int(key.count))
        {
          return number
        }
      }
    }
    return nil
  }

  private static func areEqual(
    _ bytes: UnsafeRawBufferPointer, _ left: Int, _ right: Int, _ count: Int
  ) -> Bool {
    for position in 0..<count where bytes[left + position] != bytes[right + position] {
      return false
    }
    return true
  }

  private mutating func hasDistinctClasses(
    _ record: ObjectRecord, _ bytes: UnsafeRawBufferPointer, _ layout: PropertyListLayout,
    _ notes: inout Notes
  ) throws(Defect) -> Bool {
    keys.prepare(objectCount: objects.count)
    keys.beginDictionary()
    for position in 0..<Int(record.count) {
      let number = try reference(at: position, of: record, bytes, layout)
      let key = objects[number]
      if !keys.hasClass(number) { keys.classify(number, string(key, bytes)) }
      switch keys.enter(number) {
      case .new: break
      case .same:
        notes.add(.duplicateKey, at: Int(key.offset), losesValue: true)
        return false
      case .equivalent:
        notes.add(.canonicallyEquivalentKeys, at: Int(key.offset), losesValue: true)
        return false
      }
    }
    return true
  }
}
