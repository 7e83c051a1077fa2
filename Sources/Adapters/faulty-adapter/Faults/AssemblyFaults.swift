import ReferenceLibrary

/// Mistakes about which pieces belong together, and which of them are the same (4.10).
enum AssemblyFaults {
  static let all: [Fault] = [
    Fault(
      "identity-in-one-case", .comparison,
      "profile and payload are taken for UUIDs and put in capitals where pieces are kept",
      breaks: ["ABT-CHUNK-14"],
      mayAlso: ["ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.chunks.identity
      decisions.chunks.identity = { identity in
        var identity = before(identity)
        identity.payload = identity.payload.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        return identity
      }
    },
    Fault(
      "identity-with-colon", .comparison,
      "assemblies are known by profile and payload with a colon between them",
      breaks: ["ABT-CHUNK-14"],
      mayAlso: ["ABT-CHUNK-*"]
    ) { decisions in
      let before = decisions.chunks.identity
      let ended = decisions.chunks.isEnded
      decisions.chunks.identity = { identity in
        var identity = before(identity)
        identity.profile += [0x3A] + identity.payload
        identity.payload = []
        return identity
      }
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        ended(identity, verb, profile + [0x3A] + payload, [])
      }
    },
    Fault(
      "pieces-compared-as-c-strings", .comparison,
      "of a piece that comes again only the bytes in front of the first NUL are compared",
      breaks: ["ABT-CHUNK-06"],
      mayAlso: ["ABT-CHUNK-*", "ABT-CB-11"]
    ) { decisions in
      decisions.chunks.isSame = { held, new in
        held.prefix { $0 != 0 }.elementsEqual(new.prefix { $0 != 0 })
      }
    },
    Fault(
      "pieces-compared-by-length", .comparison,
      "a piece that comes again counts as the same where it is as long",
      breaks: ["ABT-CHUNK-06"],
      mayAlso: ["ABT-CHUNK-*", "ABT-CB-11"]
    ) { decisions in
      decisions.chunks.isSame = { $0.count == $1.count }
    },
  ]
}
