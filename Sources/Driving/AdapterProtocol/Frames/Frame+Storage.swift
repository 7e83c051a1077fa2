import JSONText

extension Frame {
  /// Whether this is a `start` request: the first of a case, or a later one that asks to `keep`.
  ///
  /// Takes constant time for frames made here, because they begin with their type; linear time for
  /// others.
  public var isStart: Bool {
    if body.starts(with: #"{"type":"start","#.utf8) { return true }
    if body.starts(with: #"{"type":""#.utf8) { return false }
    let type = (try? JSONValue(parsing: body, limits: .adapterLine))?["type"]
    return type == .string("start")
  }

  /// This request with `storage`, a folder that is private to the case, after its other members.
  public func storing(in folder: String) -> Frame {
    var writer = JSONWriter(reserving: folder.utf8.count + 2)
    writer.string(folder)
    var longer = body.dropLast()
    if longer.count > 1 { longer.append(UInt8(ascii: ",")) }
    longer.append(contentsOf: #""storage":"#.utf8)
    longer.append(contentsOf: writer.bytes)
    longer.append(UInt8(ascii: "}"))
    return Frame(body: Array(longer))
  }
}
