import AdapterDriver
import AdapterProtocol
import Glibc
import JSONText
import Testing

@Suite struct StorageTests {
  private func conversation(_ actions: [String], then more: [String] = []) -> ScriptedConversation {
    var conversation = ScriptedConversation(actions)
    conversation.needsStorage = true
    if !more.isEmpty {
      conversation.frames.append(ScriptedConversation.keepingStart)
      conversation.frames += ScriptedConversation(more).frames.dropFirst()
    }
    return conversation
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private func folder(_ reply: JSONValue?) throws -> String {
    let folder = try #require(reply?["storage"]?.stringValue)
    try #require(folder.hasPrefix("/"))
    return folder
  }

  @Test func casesThatKeepNothingGetNoFolder() {
    let worker = AdapterWorker()
    var conversation = ScriptedConversation(["storage"])
    #expect(worker.converse(&conversation) == .answered)
    #expect(conversation.replies.last?["storage"] == "")
  }

  @Test func eachCaseHasAnEmptyFolderOfItsOwn() throws {
    var worker: AdapterWorker? = AdapterWorker()
    var folders: [String] = []
    for _ in 0..<3 {
      var conversation = conversation(["storage", "mark storage", "storage"])
      #expect(worker?.converse(&conversation) == .answered)
      #expect(conversation.replies[1]["marked"] == false)
      #expect(conversation.replies[3]["marked"] == true)
      folders.append(try folder(conversation.replies[1]))
      #expect(exists(folders[folders.count - 1]))
    }
    #expect(Set(folders).count == 3)
    #expect(!exists(folders[0]) && !exists(folders[1]), "removed with what they held")
    worker = nil
    #expect(!exists(folders[2]))
    let root = String(try #require(folders[2].lastIndex(of: "/").map { folders[2][..<$0] }))
    #expect(!exists(root), "nothing is left of the worker")
  }

  @Test(arguments: ["good", "fresh"])
  func aLaterStartOfTheSameCaseKeeps(manner: String) throws {
    let worker = AdapterWorker(manner)
    var first = conversation(["mark storage", "storage"], then: ["storage"])
    #expect(worker.converse(&first) == .answered)
    #expect(first.replies.count == 5)
    #expect(first.replies[3]["type"] == "started")
    #expect(first.replies[4]["marked"] == true)
    #expect(try folder(first.replies[4]) == folder(first.replies[2]))
    let isSame = first.replies[4]["process"] == first.replies[2]["process"]
    #expect(isSame == (manner == "good"), "an app that cannot be started twice gets a new process")
    // The next case begins with nothing.
    var second = conversation(["storage"])
    #expect(worker.converse(&second) == .answered)
    #expect(second.replies[1]["marked"] == false)
  }

  /// What is stored is there for the next process, and the one before is not told that it ends.
  @Test(arguments: ["good", "fresh"])
  func aCaseMayHaveTheProcessKilled(manner: String) throws {
    let worker = AdapterWorker(manner)
    var conversation = conversation(["mark storage", "storage"], then: ["storage"])
    conversation.killsAtRestart = true
    #expect(worker.converse(&conversation) == .answered)
    try #require(conversation.replies.count == 5)
    #expect(conversation.replies[3]["type"] == "started")
    #expect(conversation.replies[4]["marked"] == true)
    #expect(conversation.replies[4]["process"] != conversation.replies[2]["process"])
    let former = try #require(conversation.replies[2]["process"]?.integerValue)
    #expect(kill(pid_t(clamping: former), 0) == -1, "it is killed and reaped")
  }

  /// A death of its own is the adapter's, also where it would have been killed next.
  @Test func aDeathBeforeTheKillIsSeen() {
    let worker = AdapterWorker("good")
    var conversation = conversation(["abort"], then: ["good"])
    conversation.killsAtRestart = true
    #expect(worker.converse(&conversation) == .crashed(.signal(SIGABRT), step: 1))
  }

  /// A script may start anew and keep nothing: no folder is named, and its reply is that to a start.
  @Test(arguments: ["good", "fresh"])
  func aLaterStartThatKeepsNothing(manner: String) throws {
    let worker = AdapterWorker(manner)
    var conversation = ScriptedConversation(["storage"])
    conversation.frames += ScriptedConversation(["storage"]).frames
    #expect(worker.converse(&conversation) == .answered)
    let types = conversation.replies.map { $0["type"]?.stringValue }
    try #require(types == ["started", "observed", "started", "observed"])
    #expect(conversation.replies.last?["storage"] == "")
    let isSame = conversation.replies[3]["process"] == conversation.replies[1]["process"]
    #expect(isSame == (manner == "good"), "an app that cannot be started twice gets a new process")
  }

  @Test func severalStartsAreSeveralProcesses() throws {
    let worker = AdapterWorker("fresh")
    var conversation = conversation(["storage"], then: ["storage"])
    conversation.frames.append(ScriptedConversation.keepingStart)
    conversation.frames += ScriptedConversation(["storage", "good"]).frames.dropFirst()
    #expect(worker.converse(&conversation) == .answered)
    let processes = Set(conversation.replies.compactMap { $0["process"]?.integerValue })
    #expect(processes.count == 3)
    #expect(conversation.replies.count == 7)
  }

  @Test(arguments: ["good", "fresh"])
  func deathBehindALaterStartIsAtItsStep(manner: String) throws {
    let worker = AdapterWorker(manner)
    var conversation = conversation(["good"], then: ["good", "abort"])
    #expect(worker.converse(&conversation) == .crashed(.signal(SIGABRT), step: 4))
    #expect(conversation.replies.count == 4)
    var exits = self.conversation(["exit after"], then: ["good"])
    guard case .crashed(.exit(7), let step) = worker.converse(&exits) else {
      Issue.record("the death was not seen")
      return
    }
    #expect(manner == "good" ? step == 2 : step <= 2)
  }

  @Test func framesSayWhetherTheyStart() throws {
    #expect(ScriptedConversation.keepingStart.isStart)
    #expect(Frame(["suite": "s", "type": "start"]).isStart)
    #expect(!Frame.step(action: "start").isStart)
    #expect(!Frame(["x": "start", "type": "step"]).isStart)
    #expect(!Frame.stop().isStart)
    #expect(!Frame(body: []).isStart)
    let stored = Frame.start(suite: "s", configuration: 1).storing(in: "/t/\"x\"")
    #expect(
      String(decoding: stored.body, as: UTF8.self)
        == #"{"type":"start","suite":"s","configuration":1,"storage":"/t/\"x\""}"#)
    #expect(
      String(decoding: Frame([:]).storing(in: "/").body, as: UTF8.self) == #"{"storage":"/"}"#)
  }
}
