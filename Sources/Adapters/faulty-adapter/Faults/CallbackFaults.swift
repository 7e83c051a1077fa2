import ReferenceLibrary
import WireFormat

/// Mistakes in the callback (4.7).
enum CallbackFaults {
  static let all: [Fault] = [
    Fault(
      "callback-twice-on-error",
      "an error calls back where it is found and once more at the end",
      breaks: ["ABT-CB-01"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        let once = before(url, report)
        return report.cause == nil ? once : once + once
      }
    },
    Fault(
      "callback-missing-when-malformed",
      "a malformed request is dropped without a callback",
      breaks: ["ABT-CB-01"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        report.cause == .malformedRequest ? [] : before(url, report)
      }
    },
    Fault(
      "callback-with-path",
      "the callback is put together by a URL type that adds a slash after the host",
      breaks: ["ABT-CB-02"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        before(url, report).map { url in
          let mark = url.firstIndex(of: UInt8(ascii: "?")) ?? url.endIndex
          return url[..<mark] + [UInt8(ascii: "/")] + url[mark...]
        }
      }
    },
    Fault(
      "status-in-lower-case",
      "the status is written in lower case",
      breaks: ["ABT-CB-04"]
    ) { decisions in
      let before = decisions.callbackParameters
      decisions.callbackParameters = { report in
        before(report).map { parameter in
          guard parameter.name == "status" else { return parameter }
          return CallbackParameter("status", parameter.value.map { $0 | 0x20 })
        }
      }
    },
    Fault(
      "success-despite-no",
      "the delegate's answer is ignored",
      breaks: ["ABT-CB-04"]
    ) { decisions in
      decisions.status = { _ in .success }
    },
    Fault(
      "cancel-as-error",
      "a canceled request is reported as an error",
      breaks: ["ABT-CB-05"]
    ) { decisions in
      let before = decisions.status
      decisions.status = { $0 == .canceled ? .error : before($0) }
    },
    Fault(
      "escapes-too-little",
      "values are escaped by the characters of a whole query, so that & and = stay",
      breaks: ["ABT-CB-08", "ABT-CB-03"]
    ) { decisions in
      decisions.escape = { parameter, output in
        for byte in parameter.value {
          if "!$&'()*+,;=:@/?".utf8.contains(byte) {
            output.append(byte)
          } else {
            PercentCoding.encode([byte], into: &output)
          }
        }
      }
    },
    Fault(
      "percent-not-escaped",
      "values with a percent sign are taken to be escaped already",
      breaks: ["ABT-CB-03", "ABT-CB-09"], mayAlso: ["ABT-CB-08"]
    ) { decisions in
      decisions.escape = { parameter, output in
        for byte in parameter.value {
          if byte == UInt8(ascii: "%") {
            output.append(byte)
          } else {
            PercentCoding.encode([byte], into: &output)
          }
        }
      }
    },
    Fault(
      "spaces-as-plus",
      "values are escaped as forms are: a space becomes a plus",
      breaks: ["ABT-CB-03"]
    ) { decisions in
      decisions.escape = { parameter, output in
        for byte in parameter.value {
          if byte == 0x20 {
            output.append(UInt8(ascii: "+"))
          } else {
            PercentCoding.encode([byte], into: &output)
          }
        }
      }
    },
  ]
}
