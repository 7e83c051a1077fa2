import Conformance

/// A verdict as pages show it: a sign, a word and a colour, so that nobody needs the colour.
package struct PageMark: Sendable, Hashable {
  /// The classes of the style.
  package enum Tone: String, Sendable {
    case good, bad, doubtful, quiet
  }

  package let sign: String
  package let word: String
  package let tone: String

  package init(_ tone: Tone, _ word: String, sign: String? = nil) {
    self.tone = tone.rawValue
    self.word = word
    self.sign =
      sign
      ?? {
        switch tone {
        case .good: "✓"
        case .bad: "✗"
        case .doubtful: "!"
        case .quiet: "–"
        }
      }()
  }

  init(_ verdict: Verdict) {
    switch verdict {
    case .passed: self.init(.good, verdict.phrase)
    case .failed, .crashed, .timedOut, .overLimit: self.init(.bad, verdict.phrase)
    case .warned, .adapterFault, .unexpectedPass: self.init(.doubtful, verdict.phrase)
    case .knownFailure: self.init(.doubtful, verdict.phrase, sign: "≈")
    case .skipped: self.init(.quiet, verdict.phrase)
    case .notRun: self.init(.quiet, verdict.phrase, sign: "○")
    }
  }

  init(_ verdict: Scorecard.Row.Verdict) {
    switch verdict {
    case .passed: self.init(.good, "passed")
    case .failed: self.init(.bad, "failed")
    case .warned: self.init(.doubtful, "warned")
    case .notTested: self.init(.quiet, "not tested", sign: "○")
    case .notClaimed: self.init(.quiet, "not claimed")
    }
  }

  init(_ standing: Standing) {
    let words = String(standing.word.prefix(1)) + standing.word.dropFirst().lowercased()
    switch standing {
    case .conforming: self.init(.good, words)
    case .nonconforming, .crashing, .hanging, .overrunning: self.init(.bad, words)
    case .interrupted, .adapterFault: self.init(.doubtful, words)
    case .nothingTested: self.init(.quiet, words)
    }
  }
}

/// A name and what it is.
package struct PageFact: Sendable, Hashable {
  package let name: String
  package let value: String
  /// Whether it is code, whose letters have one width.
  package let isCode: Bool

  package init(_ name: String, _ value: String, isCode: Bool = false) {
    self.name = name
    self.value = value
    self.isCode = isCode
  }
}

extension VisibleText {
  /// Foreign text for a page, bounded.
  static func shown(_ text: String, maxCharacters: Int = 400) -> String {
    let visible = escaped(text, maxCharacters: maxCharacters)
    return visible.isEmpty ? "(empty)" : visible
  }
}
