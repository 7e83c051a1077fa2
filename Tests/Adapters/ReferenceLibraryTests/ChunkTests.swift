import ReferenceLibrary
import Testing
import WireFormat

@Suite("Chunked data (ABT-CHUNK)")
struct ChunkTests {
  let values: [(String, PropertyList)] = [("host", .string("mail.acme.com"))]

  @Test("pieces are applied once, when the last missing one arrives, in any order")
  func anyOrder() throws {
    for order in [[0, 1, 2], [2, 0, 1], [1, 1, 0, 1, 2]] {
      let app = TestApp()
      let pieces = TestRequest.pieces(values, 3)
      for (step, index) in order.enumerated() {
        let callback = try app.callback(pieces[index])
        #expect(callback.status == "Success")
        #expect(callback.text(of: "chunk") == "\(index + 1)")
        let isLast = step == order.count - 1
        #expect(callback.changed == (isLast ? ["host"] : nil))
        #expect(app.calls.count == (isLast ? 1 : 0))
      }
      #expect(try app.callback(pieces[order[0]]).changed == nil)
      #expect(app.calls.isEmpty)
    }
  }

  @Test("one of one is a whole request")
  func oneOfOne() throws {
    let app = TestApp()
    let request = TestRequest.apply(values).with("chunk", "1").with("chunks", "1")
    #expect(try app.callback(request).changed == ["host"])
  }

  @Test("numbers that make no sense are code 12, too large a total is 13")
  func numbers() throws {
    let app = TestApp()
    let piece = TestRequest.pieces(values, 2)[0]
    for (chunk, chunks, code) in [
      ("0", "2", 12), ("3", "2", 12), ("1", "0", 12), ("x", "2", 12), ("1", "", 12),
      ("1", "-2", 12), ("1", nil, 12), (nil, "2", 12), ("4294967297", "2", 12),
      ("99999999999999999999", "2", 12), ("1", "257", 13), ("1", "18446744073709551618", 13),
    ] as [(String?, String?, Int)] {
      #expect(
        try app.callback(piece.with("chunk", chunk).with("chunks", chunks)).isError(code))
      #expect(app.calls.isEmpty)
    }
  }

  @Test("a contradicting piece drops the assembly")
  func contradiction() throws {
    let app = TestApp()
    let pieces = TestRequest.pieces(values, 2)
    #expect(try app.callback(pieces[0]).status == "Success")
    #expect(try app.callback(pieces[0].with("data", "QUJD")).isError(12))
    #expect(try app.callback(pieces[1]).changed == nil)
    #expect(app.calls.isEmpty)
    #expect(try app.callback(pieces[0]).changed == ["host"])
  }

  @Test("pieces of different requests never meet, and may be interleaved")
  func identities() throws {
    let app = TestApp()
    let pieces = TestRequest.pieces(values, 2)
    let others = pieces.map { $0.with("profile", "PROFILEP").with("payload", "AYLOAD") }
    #expect(try app.callback(pieces[0]).status == "Success")
    #expect(try app.callback(others[1]).changed == nil)
    #expect(app.calls.isEmpty)
    var reset = pieces[1]
    reset.verb = "reset"
    #expect(try app.callback(reset).changed == nil)
    #expect(try app.callback(pieces[1].with("chunk", "3").with("chunks", "3")).changed == nil)
    #expect(app.calls.isEmpty)
    #expect(try app.callback(others[0]).changed == ["host"])
    #expect(try app.callback(pieces[1]).changed == ["host"])
  }

  @Test("a whole request drops the open assembly of its payload")
  func wholeRequest() throws {
    let app = TestApp()
    let pieces = TestRequest.pieces(values, 2)
    app.open(pieces[0])
    #expect(try app.callback(TestRequest.apply([("port", .integer(1))])).changed == ["port"])
    #expect(try app.callback(pieces[1]).changed == nil)
    #expect(app.calls.isEmpty)
  }

  @Test("the seventeenth assembly drops the first, and large ones are refused")
  func limits() throws {
    let app = TestApp()
    let pieces = TestRequest.pieces(values, 2)
    for number in 0...16 { app.open(pieces[0].with("payload", "P\(number)")) }
    #expect(try app.callback(pieces[1].with("payload", "P1")).changed == ["host"])
    #expect(try app.callback(pieces[1].with("payload", "P0")).changed == nil)
    let half = String(repeating: "AAAA", count: 1_048_576 / 6 + 1)
    let large = pieces[0].with("payload", "large").with("data", half).with("chunks", "3")
    #expect(try app.callback(large).status == "Success")
    #expect(try app.callback(large.with("chunk", "2")).isError(13))
  }

  @Test("what is complete and cannot be decoded is an error once")
  func undecodable() throws {
    let app = TestApp()
    let pieces = TestRequest.pieces(values, 2)
    app.open(pieces[0].with("data", "QUJD"))
    #expect(try app.callback(pieces[1]).isError(7))
    #expect(app.calls.isEmpty)
    #expect(try app.callback(pieces[0]).status == "Success")
    #expect(try app.callback(pieces[1]).changed == ["host"])
  }
}
