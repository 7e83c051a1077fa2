import AdapterProtocol
import JSONText
import Synchronization

/// What libraries did after the reply to the step that caused it. Kept until a later reply shows
/// it.
final class LateEvents: Sendable {
  private let entries = Mutex<[(step: Int64, event: ABTObserved.Event)]>([])

  /// Records an event of an earlier step.
  func append(step: Int64, _ event: ABTObserved.Event) {
    entries.withLock { $0.append((step, event)) }
  }

  /// Writes `late` if there is anything to report, and forgets it.
  func write(to reply: inout JSONWriter) {
    let taken = entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
    if taken.isEmpty { return }
    reply.key("late")
    reply.beginArray()
    for entry in taken {
      reply.beginObject()
      reply.key("id")
      reply.integer(entry.step)
      reply.key(entry.event.isCallback ? "callbacks" : "calls")
      reply.beginArray()
      entry.event.write(to: &reply, sequence: nil)
      reply.endArray()
      reply.endObject()
    }
    reply.endArray()
  }
}
