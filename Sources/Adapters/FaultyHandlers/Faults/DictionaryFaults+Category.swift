import ReferenceLibrary
import WireFormat

extension DictionaryFaults {
  /// ABT-DICT-04, 05.
  static let ofCategories: [Fault] = [
    Fault(
      "empty-category-as-none", .language,
      "an empty category counts as none",
      breaks: ["ABT-DICT-04"],
      mayAlso: ["ABT-ROB-06", "ABT-ROLL-08"]
    ) { decisions in
      decisions.changePayload { if $0.category == "" { $0.category = nil } }
    },
    Fault(
      "no-category-as-empty", .language,
      "where there is no category the delegate gets an empty one",
      breaks: ["ABT-DICT-04"],
      mayAlso: [
        "ABT-MULTI-03", "ABT-MULTI-04", "ABT-ROB-06", "ABT-ROLL-08", "ABT-URL-17", "ABT-CHUNK-01",
        "ABT-MULTI-02",
      ]
    ) { decisions in
      decisions.changePayload { $0.category = $0.category ?? "" }
    },
    Fault(
      "category-trimmed", .lenientCall,
      "white space around the category is cut off",
      breaks: ["ABT-DICT-04"]
    ) { decisions in
      decisions.changePayload { $0.category = $0.category.map { Texts.trimmed($0) } }
    },
    Fault(
      "category-kept", .state,
      "a request without a category has that of the request before",
      breaks: ["ABT-DICT-04"],
      mayAlso: ["ABT-DEL-04", "ABT-ROB-06", "ABT-ROLL-08", "ABT-CHUNK-01"]
    ) { decisions in
      let last = Memory<String?>(nil)
      decisions.changePayload { payload in
        let category = payload.category
        payload.category = last.update { last in
          last = category ?? last
          return last
        }
      }
    },
    Fault(
      "category-of-255-characters", .limit,
      "the category is cut to 255 characters",
      breaks: ["ABT-DICT-04"]
    ) { decisions in
      decisions.changePayload { $0.category = $0.category.map { String($0.prefix(255)) } }
    },
    Fault(
      "category-of-reset-lost", .path,
      "only apply has a category",
      breaks: ["ABT-DICT-04"],
      mayAlso: ["ABT-ROB-06"]
    ) { decisions in
      decisions.changePayload { payload in
        if case .reset = payload.content { payload.category = nil }
      }
    },
    Fault(
      "category-from-number", .lenientCall,
      "a category that is a number becomes a text",
      breaks: ["ABT-DICT-05"],
      mayAlso: ["ABT-DEL-05", "ABT-CHUNK-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        guard let index = members.firstIndex(where: { $0.key == keys.category }),
          case .integer(let number) = members[index].value
        else { return }
        members[index].value = .string(String(number))
      }
    },
    Fault(
      "mistyped-category-as-none", .lenientCall,
      "a category of another type counts as none",
      breaks: ["ABT-DICT-05", "ABT-DEL-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, _ in
        members.removeAll { member in
          if case .string = member.value { false } else { member.key == keys.category }
        }
      }
    },
    Fault(
      "category-of-reset-unchecked", .path,
      "the type of the category is looked at for apply only",
      breaks: ["ABT-DICT-05", "ABT-DEL-05"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      decisions.changeDictionary { members, verb in
        members.removeAll { member in
          if case .string = member.value { return false }
          return verb == .reset && member.key == keys.category
        }
      }
    },
  ]
}
