import ReferenceLibrary
import WireFormat

/// What a library may do differently with the URL and its parameters.
enum AddressLiberties {
  static let all: [Liberty] = [
    Liberty(
      "scheme-case-matters",
      "a scheme in other letters is left to the app",
      source: "ABT-URL-05: S", concedes: ["ABT-URL-05"]
    ) { decisions in
      let before = decisions.schemeIsOurs
      decisions.schemeIsOurs = { scheme, ours in
        before(scheme, ours)
          && (scheme.elementsEqual(ours.registered.utf8)
            || scheme.elementsEqual(ours.standard.utf8))
      }
    },
    Liberty(
      "verb-case-matters",
      "a verb in other letters is an unknown one",
      source: "ABT-URL-07: S", concedes: ["ABT-URL-07"]
    ) { decisions in
      let before = decisions.verb
      let verbs = decisions.dialect.verbs
      decisions.verb = { host in
        let isExact = host.elementsEqual(verbs.apply.utf8) || host.elementsEqual(verbs.reset.utf8)
        return isExact || host.contains(UInt8(ascii: "%")) ? before(host) : nil
      }
    },
    Liberty(
      "escaped-verb-read",
      "a verb is unescaped before it is compared",
      source: "section 4.1: a percent-encoded verb is free"
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { host in
        guard host.contains(UInt8(ascii: "%")) else { return before(host) }
        return before(ParameterValue.decode(host).bytes.map { $0[...] } ?? host)
      }
    },
    Liberty(
      "verb-read-as-a-domain-name",
      "the URL is parsed by a system that maps characters beyond ASCII as in a domain name",
      source: "section 4.1: a verb beyond ASCII is no URI, and free"
    ) { decisions in
      let before = decisions.verb
      decisions.verb = { host in
        let mapped = String(decoding: host, as: UTF8.self).unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x17F: "s"
          case 0x2113: "l"
          case 0xFF41...0xFF5A: String(Unicode.Scalar(UInt8(scalar.value - 0xFF41) + 0x61))
          default: String(scalar)
          }
        }
        return before(Array(mapped.joined().utf8)[...])
      }
    },
    Liberty(
      "escaped-names-read",
      "the names of parameters are unescaped before they are compared",
      source: "section 4.1: a percent-encoded parameter name is free"
    ) { decisions in
      let before = decisions.isNamed
      decisions.isNamed = { name, known in
        guard name.contains(UInt8(ascii: "%")) else { return before(name, known) }
        return before(ParameterValue.decode(name).bytes.map { $0[...] } ?? name, known)
      }
    },
    Liberty(
      "names-of-any-case",
      "the names of parameters are compared without regard to case",
      source: "ABT-URL-17: S", concedes: ["ABT-URL-17"]
    ) { decisions in
      let before = decisions.isNamed
      decisions.isNamed = { name, known in
        let lowered = name.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        return before(lowered[...], known)
      }
    },
    Liberty(
      "first-of-repeated-taken",
      "of a parameter that occurs twice the first one counts",
      source: "ABT-URL-13: S", concedes: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { first, _ in first }
    },
    Liberty(
      "last-of-repeated-taken",
      "of a parameter that occurs twice the last one counts",
      source: "ABT-URL-13: S", concedes: ["ABT-URL-13"]
    ) { decisions in
      decisions.mergeParameter = { _, next in next }
    },
    Liberty(
      "nul-in-identifiers-refused",
      "a profile or payload with NUL counts as missing",
      source: "section 4.1: an encoded NUL in profile or payload is free"
    ) { decisions in
      let before = decisions.identifiers
      decisions.identifiers = { request in
        guard let found = before(request), !found.profile.contains(0), !found.payload.contains(0)
        else { return nil }
        return found
      }
    },
    Liberty(
      "plus-signs-in-numbers-read",
      "the numbers of a piece may have a plus sign",
      source: "section 4.10: signs are free"
    ) { decisions in decisions.chunks.readNumbers { $0.first == UInt8(ascii: "+") } },
    Liberty(
      "spaces-in-numbers-read",
      "the numbers of a piece may have spaces around them",
      source: "section 4.10: spaces are free"
    ) { decisions in decisions.chunks.readNumbers { $0.first == UInt8(ascii: " ") } },
    Liberty(
      "huge-numbers-invalid",
      "a number of pieces that does not fit into 32 bits is no number, and not too large",
      source: "section 4.10: which code a number beyond 32 or 64 bits has is free (12 or 13)"
    ) { decisions in
      let before = decisions.chunks.position
      decisions.chunks.position = { (chunk, chunks) throws(RequestFailure) in
        for number in [chunk, chunks] where (number.bytes?.count ?? 0) > 10 {
          if let bytes = number.bytes, Int32(String(decoding: bytes, as: UTF8.self)) == nil {
            throw .invalidChunk
          }
        }
        return try before(chunk, chunks)
      }
    },
  ]
}

extension ChunkPolicy {
  /// Reads numbers that begin with what `isMeant` says without it, and without spaces behind them.
  fileprivate mutating func readNumbers(_ isMeant: @escaping @Sendable ([UInt8]) -> Bool) {
    let before = position
    @Sendable func plain(_ value: ParameterValue) -> ParameterValue {
      guard let bytes = value.bytes, isMeant(bytes) else { return value }
      let space = UInt8(ascii: " ")
      let digits = bytes.dropFirst().drop { $0 == space }.reversed().drop { $0 == space }.reversed()
      return .text(Array(digits))
    }
    position = { (chunk, chunks) throws(RequestFailure) in try before(plain(chunk), plain(chunks)) }
  }
}
