import ReferenceLibrary
import Testing
import WireFormat

@Suite("The library in an app's hands")
struct LibraryUseTests {
  @Test("a delegate, and what opens callbacks, may open a URL within a URL")
  func reentrance() throws {
    let app = TestApp()
    let inner = TestRequest.apply([("inner", .integer(1))]).with("payload", "INNER")
    let outer = TestRequest.apply([("outer", .integer(2))])
    var seen: [TestApp.Event] = []
    app.onApply = { set in
      set.didApply("outer", oldValue: nil)
      app.onApply = { _ in .yes }
      app.open(inner)
      seen = app.events
      #expect(set.keys == ["outer"])
      return .yes
    }
    #expect(app.open(outer))
    let urls = app.events.compactMap { if case .callback(let url) = $0 { url } else { nil } }
    let callback = try CallbackURL(Array(try #require(urls.last).utf8))
    #expect(callback.changed == ["outer"])
    #expect(callback.text(of: "payload") == "PAYLOAD")
    #expect(seen.first == .apply("Mail", [ConfigurationEntry("inner", .integer(1))]))
    let answer = try #require(
      seen.compactMap { if case .callback(let url) = $0 { url } else { nil } }.first)
    #expect(try CallbackURL(Array(answer.utf8)).changed == ["inner"])
  }

  @Test("what is recorded after the answer has no effect")
  func lateRecords() throws {
    let app = TestApp()
    var kept: ConfigurationSet?
    app.onApply = { set in
      kept = set
      return .yes
    }
    let request = TestRequest.apply([("host", .integer(1)), ("port", .integer(2))])
    #expect(try app.callback(request).changed == ["host", "port"])
    kept?.didApply("host", oldValue: .integer(3))
    #expect(app.events.count == 2)
    app.onApply = { _ in .yes }
    app.onRollback = { _ in .yes }
    #expect(try app.callback(request).changed == ["host", "port"])
  }

  @Test("a set finds values by the bytes of their keys")
  func lookup() {
    let app = TestApp()
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    app.onApply = { set in
      #expect(set[composed] == .integer(1) && set[decomposed] == nil && set[""] == nil)
      #expect(set.keys == [composed])
      return .yes
    }
    app.open(TestRequest.apply([(composed, .integer(1))]))
    #expect(app.calls.count == 1)
  }

  @Test("a registration that is printed keeps its API key to itself")
  func printing() {
    let app = AppRegistration(
      bundleIdentifier: "com.acme.app", apiKey: "k-3f9c", urlScheme: "acme")
    struct Settings {
      let app: AppRegistration
    }
    let texts = ["\(app)", String(reflecting: app), "\(Settings(app: app))", "\([app])"]
    for text in texts { #expect(text.contains("com.acme.app") && !text.contains("k-3f9c")) }
  }
}
