import Profiles
import ReferenceLibrary
import WireFormat

/// Mistakes that show only where two things meet, each of which is common by itself.
enum CombinationFaults {
  static let all: [Fault] = tokens + packing + contents + reports + neighbours

  private static let tokens: [Fault] = [
    Fault(
      "token-without-mark", .lenientCall,
      "parameters go through a decoder of files, which takes a byte order mark away",
      breaks: ["ABT-TOK-05"], mayAlso: ["ABT-TOK-*", "ABT-CB-03", "ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        let value = before(raw)
        guard let bytes = value.bytes, bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return value }
        return .text(Array(bytes.dropFirst(3)))
      }
    },
    Fault(
      "token-of-exact-verbs-only", .path,
      "the token is asked for under the verbs as they are written, and verbs count in any case",
      breaks: ["ABT-TOK-02", "ABT-TOK-08"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in
      let isExact = Memory(true)
      let verbs = decisions.dialect.verbs
      let verb = decisions.verb
      decisions.verb = { host in
        let known = verb(host)
        isExact.update { exact in
          exact =
            known == nil || host.elementsEqual(verbs.apply.utf8)
            || host.elementsEqual(verbs.reset.utf8)
        }
        return known
      }
      let before = decisions.needsToken
      decisions.needsToken = { request in before(request) && isExact.update { $0 } }
    },
    Fault(
      "repeated-piece-before-its-token", .path,
      "a piece that is the same as the one before is answered at once",
      breaks: ["ABT-TOK-09"], mayAlso: ["ABT-TOK-*"]
    ) { decisions in
      let last = Memory<[ParameterValue]>([])
      let before = decisions.needsToken
      decisions.needsToken = { request in
        let parts = [
          request.profile, request.payload, request.data, request.encryptedData, request.chunk,
          request.chunks,
        ]
        let isRepeated = last.update { last in
          defer { last = request.chunk.isPresent ? parts : [] }
          return last == parts
        }
        return !isRepeated && before(request)
      }
    },
    Fault(
      "key-logged-with-odd-tokens", .robustness,
      "a token that stands twice, or is no text, is logged with the one that was expected, and its key",
      breaks: ["ABT-TOK-11"]
    ) { decisions in
      let key = decisions.rememberKey()
      let before = decisions.tokenLog
      decisions.tokenLog = { value in
        switch value {
        case .contradictory, .unreadable:
          before(value) + ["expected the token of " + key.update { $0 }]
        default: before(value)
        }
      }
    },
    Fault(
      "names-of-a-failed-request", .state,
      "the object that holds profile and payload is made anew after a success only",
      breaks: ["ABT-URL-12"],
      mayAlso: ["ABT-ROB-06", "ABT-DEL-*", "ABT-CB-*", "ABT-MULTI-*", "ABT-CHUNK-*", "ABT-URL-*"]
    ) { decisions in
      let held = Memory<(ParameterValue, ParameterValue)>((.absent, .absent))
      let before = decisions.identifiers
      decisions.identifiers = { request in
        var request = request
        let own = (request.profile, request.payload)
        let (profile, payload) = held.update { held in
          if own.0.isPresent { held.0 = own.0 }
          if own.1.isPresent { held.1 = own.1 }
          return held
        }
        request.profile = profile
        request.payload = payload
        return before(request)
      }
      let status = decisions.status
      decisions.status = { answer, verb in
        if answer == .yes { held.update { $0 = (.absent, .absent) } }
        return status(answer, verb)
      }
    },
    Fault(
      "unencrypted-after-a-stray-key", .state,
      "a dictionary that says it need not be encrypted opens the way for data that is not",
      breaks: ["ABT-ENC-03"], mayAlso: ["ABT-ENC-11", "ABT-ROB-06"], in: [.encrypting]
    ) { decisions in
      let isOpen = Memory(false)
      decisions.changeDictionary { members, _ in
        let says = members.first { $0.key == ProfileKey.dataEncryption }?.value
        if says == .boolean(false) { isOpen.update { $0 = true } }
      }
      let before = decisions.chooseData
      decisions.chooseData = { (data, encryptedData, edition) throws(RequestFailure) in
        var edition = edition
        if isOpen.update({ $0 }) { edition.allowsUnencrypted = true }
        return try before(data, encryptedData, edition)
      }
    }.shown(
      by: "abt/after-others/other-form/stray-key/same", "abt/encryption/stray/no/on-top/required"),
  ]

  private static let packing: [Fault] = [
    Fault(
      "base64-spaces-as-plus", .lenientCall,
      "spaces in Base64 are taken for plus signs that a form has decoded",
      breaks: ["ABT-DATA-02"], mayAlso: ["ABT-URL-11", "ABT-ENC-10", "ABT-CB-11", "ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        before(text.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 })
      }
    },
    Fault(
      "base64-other-alphabet-in-pieces", .lenientCall,
      "pieces may be in the alphabet for URLs", breaks: ["ABT-DATA-02"],
      mayAlso: ["ABT-CB-11", "ABT-CHUNK-*"]
    ) { decisions in
      let isPiece = decisions.rememberPieces()
      let before = decisions.decodeBase64
      decisions.decodeBase64 = { text in
        guard isPiece.update({ $0 }) else { return before(text) }
        return before(
          text.map { letter in
            switch letter {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: letter
            }
          })
      }
    },
    Fault(
      "full-buffer-of-packed-bytes-is-not-the-end", .limit,
      "a stream whose last part fills the buffer of 64 KiB is taken for one that goes on",
      breaks: ["ABT-DATA-14"],
      mayAlso: ["ABT-DATA-*", "ABT-DEL-*", "ABT-CHUNK-*", "ABT-URL-16", "ABT-ROB-04"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        if !bytes.isEmpty, bytes.count.isMultiple(of: 65_536) { return .truncated }
        return before(inflater, bytes, limit, &output)
      }
    },
    Fault(
      "nothing-unpacked-is-the-end", .robustness,
      "64 KiB of a stream of which nothing comes are taken for a stream that has come to a stop",
      breaks: ["ABT-DATA-14"], mayAlso: ["ABT-DATA-*", "ABT-DEL-*"]
    ) { decisions in
      let before = decisions.inflate
      decisions.inflate = { inflater, bytes, limit, output in
        if bytes.count > 65_536 {
          var first: [UInt8] = []
          let outcome = before(inflater, Array(bytes.prefix(65_536)), limit, &first)
          if outcome == .truncated, first.isEmpty { return .truncated }
        }
        return before(inflater, bytes, limit, &output)
      }
    },
  ]

  private static let contents: [Fault] = [
    Fault(
      "budget-of-broken-lists-not-given-back", .state,
      "how much of all lists may be read is counted, and a list that turns out to be broken is not taken off",
      breaks: ["ABT-ROB-04"],
      mayAlso: [
        "ABT-ROB-06", "ABT-ROB-05", "ABT-DEL-*", "ABT-MULTI-*", "ABT-DATA-*", "ABT-CHUNK-*",
      ]
    ) { decisions in
      let budget = 131_072
      let taken = Memory(0)
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        guard taken.update({ $0 }) <= budget else { return nil }
        let list = before(&reader, bytes)
        if list == nil { taken.update { $0 += bytes.count } }
        return list
      }
    },
    Fault(
      "lists-in-data-unpacked", .lenientCall,
      "data that holds a property list reaches the delegate as what it holds",
      breaks: ["ABT-DATA-01"], mayAlso: ["ABT-DEL-*", "ABT-ROLL-*"]
    ) { decisions in
      decisions.changeValues { value in
        guard case .data(let bytes) = value, bytes.starts(with: Array("bplist00".utf8)),
          let inner = bytes.withUnsafeBytes({ bytes in
            var reader = PropertyListReader()
            return Unpacker.read(&reader, bytes)
          })
        else { return value }
        return ConfigurationValue(inner)
      }
    },
    Fault(
      "category-of-the-configuration", .lenientCall,
      "where there is no category, one of the configuration's keys is taken for it",
      breaks: ["ABT-DICT-04"], mayAlso: ["ABT-DEL-*", "ABT-ROB-06"]
    ) { decisions in
      let names = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        guard !members.contains(where: { $0.key == names.category }),
          case .dictionary(let inner)? = members.first(where: { $0.key == names.configuration })?
            .value, let own = inner.first(where: { $0.key == names.category }),
          case .string = own.value
        else { return }
        members.append(own)
      }
    },
    Fault(
      "members-looked-for-at-any-depth", .lenientCall,
      "what the dictionary lacks is looked for in the dictionaries inside it",
      breaks: ["ABT-DICT-03"], mayAlso: ["ABT-DICT-*", "ABT-DATA-13", "ABT-DEL-*", "ABT-CB-11"]
    ) { decisions in
      let names = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        for name in [names.version, names.configuration, names.keys]
        where !members.contains(where: { $0.key == name }) {
          let found =
            members.lazy.compactMap { member in
              guard case .dictionary(let inner) = member.value else { return nil }
              return inner.first { $0.key == name }
            }.first as PropertyList.Member?
          if let found { members.append(found) }
        }
      }
    },
  ]

  private static let reports: [Fault] = [
    Fault(
      "same-old-value-is-no-change", .comparison,
      "a key that was recorded with an old value that is the new one counts as not recorded",
      breaks: ["ABT-CHG-05"], mayAlso: ["ABT-CHG-*"]
    ) { decisions in
      let held = Memory<[ConfigurationEntry]>([])
      decisions.changePayload { payload in
        guard case .apply(let entries) = payload.content else { return }
        held.update { $0 = entries }
      }
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in
        let values = held.update { $0 }
        return before(
          keys,
          records.filter { record in
            guard case .replaced(let key, let old) = record else { return true }
            return !values.contains(ConfigurationEntry(key, old))
          })
      }
    },
    Fault(
      "message-cut-in-its-escapes", .quoting,
      "a long message is cut when it is escaped already", breaks: ["ABT-CB-09"],
      mayAlso: ["ABT-CB-*"]
    ) { decisions in
      let name = decisions.dialect.parameters.errorMessage
      let before = decisions.escape
      decisions.escape = { parameter, output in
        let start = output.count
        before(parameter, &output)
        if parameter.name == name, output.count > start + 768 {
          output.removeLast(output.count - start - 768)
        }
      }
    },
    Fault(
      "message-cut-in-a-pair-crashes", .language,
      "a long message is cut by units of 16 bits, and has to be a text after that",
      breaks: ["ABT-ROB-01"], mayAlso: ["ABT-CB-*", "ABT-DEL-*"]
    ) { decisions in
      let before = decisions.describe
      decisions.describe = { failure, edition in
        if case .delegateFailed(_, let message?) = failure {
          let units = Array(message.utf16.prefix(256))
          guard String(validating: units, as: UTF16.self) != nil else {
            fatalError("half a character")
          }
        }
        return before(failure, edition)
      }
    }.shown(by: "abt/size/message/wide-behind-255/*"),
  ]

  private static let neighbours: [Fault] = [
    Fault(
      "whole-request-ends-every-profiles", .pieces,
      "a whole request ends the assemblies of its payload in every profile",
      breaks: ["ABT-CHUNK-09"], mayAlso: ["ABT-MULTI-*", "ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.chunks.isEnded
      decisions.chunks.isEnded = { identity, verb, _, payload in
        before(identity, verb, identity.profile, payload)
      }
    },
    Fault(
      "whole-request-ends-the-profile", .pieces,
      "a whole request ends the assemblies of its profile", breaks: ["ABT-CHUNK-09"],
      mayAlso: ["ABT-MULTI-*", "ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.chunks.isEnded
      decisions.chunks.isEnded = { identity, verb, profile, _ in
        before(identity, verb, profile, identity.payload)
      }
    },
    Fault(
      "cancellation-covers-the-profile", .state,
      "after a cancellation the other payloads of its profile are canceled unseen",
      breaks: ["ABT-MULTI-02"],
      mayAlso: ["ABT-DEL-*", "ABT-ROB-06", "ABT-MULTI-*", "ABT-CHUNK-*", "ABT-CB-*", "ABT-ROLL-*"]
    ) { decisions in
      let present = decisions.rememberIdentifiers()
      let canceled = Memory<RequestIdentifiers?>(nil)
      /// Whether the present request is of another payload of the profile that was canceled.
      @Sendable func isCovered() -> Bool {
        let own = present.update { $0 }
        let other = canceled.update { $0 }
        return own?.profile == other?.profile && own?.payload != other?.payload
      }
      let calls = decisions.delegateCalls
      decisions.delegateCalls = { verb, set in
        verb == .apply && isCovered() ? [] : calls(verb, set)
      }
      let listsChanges = decisions.listsChanges
      decisions.listsChanges = { verb, answer, keys in
        !(verb == .apply && isCovered()) && listsChanges(verb, answer, keys)
      }
      let status = decisions.status
      decisions.status = { answer, verb in
        if verb == .apply, isCovered() { return .canceled }
        let own = present.update { $0 }
        canceled.update { $0 = answer == .canceled ? own : nil }
        return status(answer, verb)
      }
    },
  ]
}
