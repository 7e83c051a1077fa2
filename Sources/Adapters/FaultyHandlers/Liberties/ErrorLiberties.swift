import ReferenceLibrary

/// What a library may do differently in reporting errors.
enum ErrorLiberties {
  static let all: [Liberty] = [
    Liberty(
      "empty-data-undecodable",
      "data that is there but empty gives 7 instead of 4",
      source: "ABT-CB-11: data present but empty: 4 or 7"
    ) { decisions in
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        do throws(RequestFailure) {
          return try before(data, encryptedData, edition)
        } catch {
          let isEmpty = data == .text([]) || encryptedData == .text([])
          throw error == .missingData && isEmpty ? .undecodableData : error
        }
      }
    },
    Liberty(
      "empty-data-told-first",
      "that one of data and data-x is empty is told before that both are there",
      source: "ABT-CB-11: where several errors apply any of their codes is right"
    ) { decisions in
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        if edition.decryptor != nil, data.isPresent, encryptedData.isPresent,
          data == .text([]) || encryptedData == .text([])
        {
          throw .missingData
        }
        return try before(data, encryptedData, edition)
      }
    },
    Liberty(
      "both-data-as-encryption-required",
      "data beside data-x gives 6 instead of 1",
      source: "ABT-CB-11: both data and data-x: 1 or 6"
    ) { decisions in
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        do throws(RequestFailure) {
          return try before(data, encryptedData, edition)
        } catch {
          let isBoth =
            edition.decryptor != nil && data.bytes != nil && encryptedData.bytes != nil
          throw error == .malformedRequest && isBoth ? .encryptionRequired : error
        }
      }
    },
    Liberty(
      "encrypted-data-unseen",
      "the plain edition gives 4 instead of 5 for data-x alone",
      source: "section 2, code 5: 4 conforms too"
    ) { decisions in
      let before = decisions.describe
      decisions.describe = { failure, edition in
        let isUnseen = failure == .encryptionUnsupported && edition.decryptor == nil
        return before(isUnseen ? .missingData : failure, edition)
      }
    },
    Liberty(
      "own-codes-left-out",
      "errors of the library itself are reported without a code",
      source: "section 2: errorCode is optional"
    ) { decisions in
      decisions.changeFailures({ !$0.isOfDelegate }) { $0.code = nil }
    },
    Liberty(
      "own-messages-left-out",
      "errors of the library itself are reported without a message",
      source: "section 2: errorMessage is optional"
    ) { decisions in
      decisions.changeFailures({ !$0.isOfDelegate }) { $0.message = nil }
    },
    Liberty(
      "other-versions-as-invalid",
      "a dictionary of another version gives 9 instead of 10",
      source: "ABT-DICT-02/code: S", concedes: ["ABT-DICT-02/code", "ABT-CB-11"]
    ) { decisions in
      decisions.report(.unsupportedVersion, as: .invalidDictionary)
    },
    Liberty(
      "too-large-as-undecodable",
      "data that unpacks to too much gives 7 instead of 8",
      source: "ABT-DATA-08/code: S", concedes: ["ABT-DATA-08/code", "ABT-CB-11"]
    ) { decisions in
      decisions.report(.dataTooLarge, as: .undecodableData)
    },
    Liberty(
      "far-indexes-too-many",
      "an index that fits into no integer of 32 bits has the code of too many pieces",
      source: "section 4.10: which code a number beyond 32 or 64 bits has is free"
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        do throws(RequestFailure) {
          return try before(chunk, chunks)
        } catch {
          let digits = chunk.bytes?.drop { $0 == UInt8(ascii: "0") } ?? []
          let isFar =
            digits.count > 10
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
          guard case .invalidChunk = error, isFar, chunks != .absent else { throw error }
          throw .tooManyChunks
        }
      }
    },
    Liberty(
      "too-many-pieces-invalid",
      "too many pieces give 12 instead of 13",
      source: "ABT-CHUNK-08/code: S", concedes: ["ABT-CHUNK-08/code", "ABT-CB-11"]
    ) { decisions in
      decisions.report(.tooManyChunks, as: .invalidChunk)
    },
    Liberty(
      "unknown-verbs-as-malformed",
      "an unknown verb gives 1 instead of 2",
      source: "ABT-CB-11: S", concedes: ["ABT-CB-11"]
    ) { decisions in
      decisions.report(.unknownAction, as: .malformedRequest)
    },
    Liberty(
      "long-messages",
      "messages of the library itself have 200 characters",
      source: "ABT-CB-07: at most 256 characters"
    ) { decisions in
      decisions.changeOwnMessages(
        to: String(repeating: "The request was refused. ", count: 8).prefix(200).description)
    },
    Liberty(
      "messages-of-other-letters",
      "messages of the library itself are Japanese",
      source: "section 2: errorMessage is a short text"
    ) { decisions in
      decisions.changeOwnMessages(
        to: "\u{8A2D}\u{5B9A}\u{3092}\u{9069}\u{7528}\u{3067}\u{304D}\u{307E}\u{305B}\u{3093}")
    },
    Liberty(
      "messages-with-separators",
      "messages of the library itself hold what separates parameters",
      source: "section 2: errorMessage is a short text; ABT-CB-08: it is escaped"
    ) { decisions in
      decisions.changeOwnMessages(
        to: "refused: a=b & c=d; 100% #1 + \"x\"?")
    },
    Liberty(
      "empty-messages",
      "messages of the library itself are empty",
      source: "section 2: errorMessage is a short text"
    ) { decisions in
      decisions.changeOwnMessages(
        to: "")
    },
    Liberty(
      "reasons-of-delegates-left-out",
      "what the delegate gave as the reason of its NO is not passed on",
      source: "ABT-CB-10: S", concedes: ["ABT-CB-10", "ABT-CB-07"]
    ) { decisions in
      let before = decisions.describe
      decisions.describe = { failure, edition in
        before(failure.isOfDelegate ? .delegateFailed(code: nil, message: nil) : failure, edition)
      }
    },
  ]
}

extension Decisions {
  /// Reports one failure as if it were another.
  fileprivate mutating func report(_ failure: RequestFailure, as other: RequestFailure) {
    let before = describe
    describe = { before($0 == failure ? other : $0, $1) }
  }

  /// Gives every message of the library itself this text, where there is one.
  fileprivate mutating func changeOwnMessages(to text: String) {
    changeFailures({ !$0.isOfDelegate }) { report in
      if report.message != nil { report.message = text }
    }
  }
}

extension RequestFailure {
  /// Whether the delegate gave code and message.
  fileprivate var isOfDelegate: Bool {
    if case .delegateFailed(let code, let message) = self {
      code != nil || message != nil
    } else {
      false
    }
  }
}
