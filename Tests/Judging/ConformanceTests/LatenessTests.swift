import AdapterProtocol
import Testing

@testable import Conformance

/// Whose it is what comes late; the first request of the conversation has the number 10.
@Suite struct LatenessTests {
  private let started = #"{"id":10,"type":"started"}"#
  private let blocked = #"{"id":11,"type":"observed","word":"blocked"}"#

  @Test func anEntryOfTheReplysOwnStepIsJudgedWithIt() throws {
    let conversation = Conversation([.push])
    let judged = try conversation.played([
      started,
      #"{"id":11,"type":"observed","word":"blocked","late":[{"id":11,"noisy":true}]}"#,
    ])
    #expect(judged.findings.map { "\($0.step) \($0.signature)" } == ["1 TS-9 noise"])
    #expect(conversation.session.lateness.isOfOwnSteps)
  }

  @Test(arguments: [
    [#"{"id":10,"type":"started","late":[{"noisy":true}]}"#],
    [
      #"{"id":10,"type":"started"}"#,
      #"{"id":11,"type":"observed","word":"blocked","late":[{"noisy":true}]}"#,
    ],
  ])
  func anEntryWithoutNumberBeforeAnyStepIsOfTheCaseBefore(lines: [String]) throws {
    let conversation = Conversation([.push, .push])
    let judged = try conversation.played(lines)
    #expect(judged == JudgedCase(.passed))
    #expect(conversation.session.lateness.isOfConversationBefore)
    #expect(!conversation.session.lateness.isOfOwnSteps)
  }

  @Test func entriesThatNameEarlierRequestsAreNeverHeldAgainstTheCase() throws {
    let conversation = Conversation([.push, .push])
    let judged = try conversation.played([
      #"{"id":10,"type":"started","late":[{"id":4,"noisy":true},{"id":9,"word":"nonsense"}]}"#,
      blocked, #"{"id":12,"type":"observed","word":"blocked","late":[{"id":7,"noisy":true}]}"#,
    ])
    #expect(judged == JudgedCase(.passed))
    #expect(conversation.session.lateness.earlierRequests == [4, 9, 7])
    #expect(!conversation.session.lateness.isOfOwnSteps)
  }

  @Test(arguments: [#"{"id":11,"noisy":true}"#, #"{"noisy":true}"#])
  func whatTheLastReplyTellsIsJudgedToo(entry: String) throws {
    let conversation = Conversation([.push])
    #expect(try conversation.played([started, blocked]) == JudgedCase(.passed))
    try conversation.receiveLate(#"{"id":12,"type":"stopped","late":[\#(entry)]}"#)
    #expect(
      conversation.session.conclude(.answered).findings.map { "\($0.step) \($0.signature)" }
        == ["1 TS-9 noise"])
  }

  @Test func nothingIsLateWhereNothingIs() throws {
    let conversation = Conversation([.push])
    _ = try conversation.played([
      started, #"{"id":11,"type":"observed","word":"blocked","late":[]}"#,
    ])
    #expect(conversation.session.lateness == Lateness())
  }
}
