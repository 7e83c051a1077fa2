import ReferenceLibrary
import WireFormat

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Mistakes that hostile requests reveal (4.12).
enum RobustnessFaults {
  static let all: [Fault] = [
    Fault(
      "crash-on-truncated-stream",
      "the checksum of a zlib stream is read beyond its end",
      breaks: ["ABT-ROB-01", "ABT-DATA-03"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, limit, &output)
        guard case .truncated = outcome else { return outcome }
        let checksum = (0..<4).map { bytes[bytes.count + $0] }
        return .corrupt(reason: "checksum \(checksum)", offset: bytes.count)
      }
    },
    Fault(
      "hang-on-cycle",
      "a property list that holds itself is followed for ever",
      breaks: ["ABT-ROB-02", "ABT-DATA-07"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        while reader.read(bytes).defect?.reason == .referenceCycle { usleep(1_000) }
        return before(&reader, bytes)
      }
    },
    Fault(
      "inflates-without-bounds",
      "a whole stream is unpacked and kept before its size is checked",
      breaks: ["ABT-ROB-03"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        let outcome = before(inflater, bytes, .max, &output)
        guard output.count > limit else { return outcome }
        output.removeAll(keepingCapacity: true)
        return .overLimit
      }
    },
    Fault(
      "stream-not-reset",
      "the zlib state is reset for the next request only after a success",
      breaks: ["ABT-ROB-04", "ABT-MULTI-02"]
    ) { decisions in
      let before = decisions.inflate
      let isSpoilt = Memory(false)
      decisions.inflate = { inflater, bytes, limit, output in
        if isSpoilt.update({ $0 }) { return .corrupt(reason: "not reset", offset: 0) }
        let outcome = before(inflater, bytes, limit, &output)
        if case .complete = outcome { return outcome }
        isSpoilt.update { $0 = true }
        return outcome
      }
    },
  ]
}
