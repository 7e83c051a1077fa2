import ReferenceLibrary
import Testing
import WireFormat

@Suite("The delegate, changed values and rollback (ABT-DEL, CHG, ROLL)")
struct DelegateTests {
  let request = TestRequest.apply([
    ("host", .string("mail")), ("port", .integer(993)), ("ssl", .boolean(true)),
  ])

  private func changed(_ record: @escaping (ConfigurationSet) -> Void) throws -> Set<String>? {
    let app = TestApp()
    app.onApply = { set in
      record(set)
      return .yes
    }
    let callback = try app.callback(request)
    #expect(app.calls.count == 1 && callback.status == "Success")
    let keys = try #require(callback.changed)
    #expect(Set(keys).count == keys.count)
    return Set(keys)
  }

  @Test("the four rules on changed values")
  func changedValues() throws {
    #expect(try changed { _ in } == ["host", "port", "ssl"])
    #expect(try changed { $0.didNotApply("port") } == ["host", "ssl"])
    #expect(try changed { $0.didApply("port") } == ["port"])
    #expect(
      try changed { set in
        set.didNotApply("ssl")
        set.didApply("port")
      } == ["port"])
    #expect(
      try changed { set in
        set.didNotApply("ssl")
        set.didApply("port")
        set.didApply("host", oldValue: nil)
        set.didApply("port", oldValue: .integer(1))
      } == ["host", "port"])
    #expect(try changed { $0.didApply("foreign") } == ["host", "port", "ssl"])
  }

  @Test("what one request recorded does not show in another")
  func recordsAreForgotten() throws {
    let app = TestApp()
    app.onApply = { set in
      set.didApply("host", oldValue: .string("old"))
      return .no()
    }
    app.open(request)
    #expect(app.calls.count == 2)
    app.onApply = { _ in .yes }
    #expect(try app.callback(request).changed == ["host", "port", "ssl"])
    app.onApply = { _ in .no() }
    #expect(try app.callback(request).isError(11))
    #expect(app.calls.count == 1)
  }

  @Test("old values are applied again after no and after a cancellation")
  func rollback() throws {
    for (answer, status) in [
      (ConfigurationAnswer.no(ConfigurationError(code: -7, message: "no & nothing")), "Error"),
      (.canceled, "Canceled"),
    ] {
      let app = TestApp()
      app.onApply = { set in
        #expect(!set.isRollback)
        set.didApply("host", oldValue: .string("first"))
        set.didApply("port")
        set.didApply("ssl", oldValue: nil)
        set.didApply("host", oldValue: .string("second"))
        set.didNotApply("port")
        return answer
      }
      app.onRollback = { set in
        #expect(set.isRollback)
        set.didApply("port", oldValue: .integer(1))
        return .no(ConfigurationError(code: 99, message: "rollback"))
      }
      let callback = try app.callback(request)
      #expect(callback.status == status)
      #expect(callback.code == (status == "Error" ? "-7" : nil))
      #expect(callback.text(of: "errorMessage") == (status == "Error" ? "no & nothing" : nil))
      #expect(app.calls.count == 2)
      let old = [ConfigurationEntry("host", .string("first")), ConfigurationEntry("ssl", nil)]
      #expect(app.calls.last == .apply("Mail", old))
    }
  }

  @Test("without old values, and after a failing revert, nothing is applied again")
  func noRollback() throws {
    let app = TestApp()
    app.onApply = { set in
      set.didApply("host")
      return .no()
    }
    #expect(try app.callback(request).isError(11))
    #expect(app.calls.count == 1)
    app.onRevert = { _ in .no(ConfigurationError(code: 5, message: "")) }
    #expect(try app.callback(TestRequest.reset(["host"])).isError(5))
    #expect(app.calls == [.revert(nil, ["host"])])
    app.onRevert = { _ in .canceled }
    #expect(try app.callback(TestRequest.reset(["host"])).status == "Canceled")
  }

  @Test("a library whose delegate is gone reports failure")
  func delegateGone() throws {
    var urls: [String] = []
    var app: TestApp? = TestApp()
    let manager = ConfigurationManager(
      AppRegistration(
        bundleIdentifier: TestRequest.bundleIdentifier, apiKey: TestRequest.apiKey),
      delegate: try #require(app), openCallback: { urls.append($0) }, log: { _ in })
    app = nil
    #expect(manager.handle(request.url))
    #expect(try CallbackURL(Array(#require(urls.first).utf8)).isError(11))
  }
}
