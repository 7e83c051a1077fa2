import Conformance
import Reporting
import Synchronization
import SystemLibrary

// Taking in what other campaigns have found.
extension CampaignFolder {
  /// What a merge brings.
  package struct Merged: Sendable, Hashable {
    /// Findings that now stand among those of this campaign, and run first.
    package var findings = 0
    /// Cases that run as they are; what shows something new becomes an entry of this campaign.
    package var waiting: [WaitingFile] = []
    /// Files that are here already, byte by byte.
    package var duplicates = 0
  }

  /// Takes in the findings and entries of another campaign's folder, which stays as it is. It may be running.
  ///
  /// - Parameter known: the digests of what need not be taken in; those that are taken in are added.
  package func merge(
    _ other: String, known: inout Set<UInt64>
  ) throws(Unusable) -> Merged {
    try Self.checkIsCampaign(other)
    let entries = other + "/entries"
    let findings = other + "/findings"
    guard FileIdentity(other) != FileIdentity(path) else {
      throw Unusable(description: "\(other) is the folder of this campaign itself")
    }
    var merged = Merged()
    for name in StoredFile.names(in: findings) {
      let path = "\(findings)/\(name)"
      guard let bytes = try fresh(path, &known, &merged) else { continue }
      // A finding of the same name is the same finding, in another case: that case runs, too.
      if access("\(findingsPath)/\(name)", F_OK) == 0 {
        merged.waiting.append(WaitingFile(path: path))
        continue
      }
      do throws(OutputFault) {
        try write(bytes, to: "\(findingsPath)/\(name)", toDisk: true)
      } catch {
        throw Unusable(description: "\(error)")
      }
      state.withLock { $0.takenIn.append(CaseDigest.of(bytes)) }
      merged.findings += 1
    }
    for name in StoredFile.names(in: entries) {
      guard try fresh("\(entries)/\(name)", &known, &merged) != nil else { continue }
      merged.waiting.append(WaitingFile(path: "\(entries)/\(name)"))
    }
    return merged
  }

  /// Whether a folder holds what a campaign has left.
  package static func isCampaign(_ path: String) -> Bool {
    StoredFile.isFolder(path + "/entries") || StoredFile.isFolder(path + "/findings")
  }

  /// - Throws: that a folder holds no campaign.
  package static func checkIsCampaign(_ path: String) throws(Unusable) {
    guard isCampaign(path) else {
      throw Unusable(
        description: "\(path) is no folder of a campaign: it has neither entries nor findings")
    }
  }

  /// The bytes of a file that is not known yet.
  private func fresh(
    _ path: String, _ known: inout Set<UInt64>, _ merged: inout Merged
  ) throws(Unusable) -> [UInt8]? {
    let bytes: [UInt8]
    do throws(StoredFile.Unreadable) {
      bytes = try StoredFile.bytes(path, maxBytes: Self.maxCaseBytes)
    } catch {
      throw Unusable(description: "\(error)")
    }
    guard known.insert(CaseDigest.of(bytes)).inserted else {
      merged.duplicates += 1
      return nil
    }
    return bytes
  }

  /// The digests of all cases that the folder holds or has run.
  package func digests(_ memory: CampaignMemory?) -> Set<UInt64> {
    var digests = memory?.ran ?? []
    for entry in memory?.entries ?? [] { digests.insert(entry.digest) }
    for name in StoredFile.names(in: findingsPath) {
      if let bytes = try? StoredFile.bytes("\(findingsPath)/\(name)", maxBytes: Self.maxCaseBytes) {
        digests.insert(CaseDigest.of(bytes))
      }
    }
    return digests
  }
}
