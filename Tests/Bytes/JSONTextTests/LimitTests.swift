import JSONText
import Testing

@Suite struct LimitTests {
  private func limits(bytes: Int = 1_000, depth: Int = 8, nodes: Int = 100) -> JSONLimits {
    JSONLimits(maxBytes: bytes, maxDepth: depth, maxNodes: nodes)
  }

  private func reasons(_ text: String, _ limits: JSONLimits) -> Set<JSONError.Reason?> {
    let bytes = Array(text.utf8)
    var reasons: Set<JSONError.Reason?> = []
    func note(_ body: () throws(JSONError) -> Void) {
      do { try body(); reasons.insert(nil) } catch { reasons.insert(error.reason) }
    }
    note { () throws(JSONError) in _ = try JSONValue(parsing: bytes, limits: limits) }
    note { () throws(JSONError) in try skip(bytes, limits: limits) }
    note { () throws(JSONError) in try walk(bytes, limits: limits) }
    return reasons
  }

  @Test func bytes() {
    #expect(reasons("[1]", limits(bytes: 3)) == [nil])
    #expect(reasons("[1] ", limits(bytes: 3)) == [.tooLong(maxBytes: 3)])
  }

  @Test func depth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inner = open == "[" ? "" : "{}"
      let fitting = open == "[" ? 8 : 7
      func nested(_ count: Int) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
      }
      #expect(reasons(nested(fitting), limits()) == [nil])
      #expect(reasons(nested(fitting + 1), limits()) == [.tooDeep(maxDepth: 8)])
    }
    #expect(reasons(String(repeating: "[]", count: 1), limits(depth: 0)) == [.tooDeep(maxDepth: 0)])
    // What is closed does not count.
    let wide = "[" + Array(repeating: "[[]]", count: 20).joined(separator: ",") + "]"
    #expect(reasons(wide, limits(depth: 3)) == [nil])
  }

  @Test func aMillionBracketsDoNoHarm() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect(reasons(text, .document) == [.tooDeep(maxDepth: 256)])
  }

  @Test func nodes() {
    #expect(reasons("[1,\"a\",{\"b\":null}]", limits(nodes: 5)) == [nil])
    #expect(
      reasons("[1,\"a\",{\"b\":null}]", limits(nodes: 4)) == [.tooManyValues(maxNodes: 4)])
  }

  @Test func theDeepestLineOfAnAdapterIsRead() throws {
    let text = String(repeating: "[", count: 1_600) + String(repeating: "]", count: 1_600)
    #expect(reasons(text, .adapterLine) == [nil])
    #expect(reasons("[" + text + "]", .adapterLine) == [.tooDeep(maxDepth: 1_600)])
  }
}
