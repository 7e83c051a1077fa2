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
      let before = decisions.describe
      decisions.describe = { failure, edition in
        var report = before(failure, edition)
        if !failure.isOfDelegate { report.code = nil }
        return report
      }
    },
    Liberty(
      "own-messages-left-out",
      "errors of the library itself are reported without a message",
      source: "section 2: errorMessage is optional"
    ) { decisions in
      let before = decisions.describe
      decisions.describe = { failure, edition in
        var report = before(failure, edition)
        if !failure.isOfDelegate { report.message = nil }
        return report
      }
    },
  ]
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
