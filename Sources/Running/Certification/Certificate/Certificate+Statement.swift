import Conformance
package import JSONText
import Reporting

extension Certificate {
  /// The certificate as an in-toto statement: what is signed. Equal certificates give equal bytes.
  package var statement: [UInt8] {
    var writer = JSONWriter()
    writer.value([
      "_type": .string(Self.statementType),
      "subject": [
        Self.subject("adapter", adapterSHA256), Self.subject(ReportFile.fileName, reportSHA256),
      ],
      "predicateType": .string(Self.predicateType),
      "predicate": predicate,
    ])
    return writer.bytes
  }

  private static func subject(_ name: String, _ digest: String) -> JSONValue {
    ["name": .string(name), "digest": ["sha256": .string(digest)]]
  }

  /// What the certificate says, member by member.
  package var predicate: JSONValue {
    var members: [JSONMember] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONMember(key: key, value: value)) }
    }
    add("issued", .string(Timestamp.utc(issued)))
    add("validUntil", validUntil.map { .string(Timestamp.utc($0)) })
    add("issuer", issuer.map(JSONValue.string))
    add(
      "implementation",
      [
        "name": .string(implementation.name), "version": .string(implementation.version),
        "language": .string(implementation.language),
      ])
    add("adapter", adapterMembers)
    add("assay", ["version": .string(assayVersion), "suiteVersion": .string(suiteVersion)])
    add("dialect", dialectSHA256.map { ["sha256": .string($0)] })
    add("seed", .integer(Int64(clamping: seed)))
    add(
      "options",
      .object(
        options.map { JSONMember(key: $0.name, value: .array($0.values.map(JSONValue.string))) }))
    add(
      "run",
      [
        "started": .string(Timestamp.utc(started)),
        "elapsedMilliseconds": .integer(Self.milliseconds(elapsed)),
      ])
    add("machine", machineMembers)
    add("parts", .array(parts.map(Self.value)))
    add("requirements", .array(requirements.map(Self.value)))
    add(
      "cases",
      [
        "total": .integer(Int64(total)),
        "verdicts": .array(
          verdicts.map {
            ["verdict": .string($0.verdict.rawValue), "count": .integer(Int64($0.count))]
          }),
      ])
    add(
      "report",
      ["schema": .string(ReportDocument.schema), "sha256": .string(reportSHA256)])
    return .object(members)
  }

  private var adapterMembers: JSONValue {
    var members = [
      JSONMember(key: "command", value: .array(adapterCommand.map(JSONValue.string))),
      JSONMember(key: "sha256", value: .string(adapterSHA256)),
    ]
    if !adapterFiles.isEmpty {
      let files = adapterFiles.map {
        ["path": .string($0.path), "sha256": .string($0.sha256)] as JSONValue
      }
      members.append(JSONMember(key: "files", value: .array(files)))
    }
    return .object(members)
  }

  private var machineMembers: JSONValue {
    var limits: [JSONMember] = [
      JSONMember(key: "memoryMiB", value: .integer(Int64(memoryLimit)))
    ]
    if let pace {
      limits.insert(
        JSONMember(
          key: "stepDeadlineMilliseconds",
          value: .integer(Self.milliseconds(pace.stepDeadline))), at: 0)
    }
    var members: [JSONMember] = [
      JSONMember(key: "system", value: .string(machine.system)),
      JSONMember(key: "release", value: .string(machine.release)),
      JSONMember(key: "architecture", value: .string(machine.architecture)),
      JSONMember(key: "processors", value: .integer(Int64(machine.processors))),
      JSONMember(key: "jobs", value: .integer(Int64(jobs))),
      JSONMember(key: "limits", value: .object(limits)),
    ]
    if let pace {
      members.append(
        JSONMember(
          key: "pace",
          value: [
            "adapterStartMicroseconds": .integer(Self.microseconds(pace.adapterStart)),
            "roundTripMicroseconds": .integer(Self.microseconds(pace.roundTrip)),
            "workMicroseconds": .integer(Self.microseconds(pace.work)),
          ]))
    }
    return .object(members)
  }

  private static func value(_ part: Part) -> JSONValue {
    [
      "suite": .string(part.suite), "variant": .string(part.variant.name),
      "verdict": .string(part.standing.rawValue), "cases": .integer(Int64(part.cases)),
      "skipped": .integer(Int64(part.skipped)),
    ]
  }

  private static func value(_ row: Requirement) -> JSONValue {
    [
      "id": .string(row.clause.path), "suite": .string(row.suite),
      "variant": .string(row.variant.name), "level": .string(row.level.rawValue),
      "verdict": .string(row.verdict.rawValue), "cases": .integer(Int64(row.cases)),
    ]
  }

  static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
  }

  static func microseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
  }
}
