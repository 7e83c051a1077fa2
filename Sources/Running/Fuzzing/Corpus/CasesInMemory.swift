package import Conformance

/// Reads cases back from the files that a campaign has written.
package protocol CaseFiles: Sendable {
  /// Reads the case of an entry.
  ///
  /// - Returns: nil where its file is gone or damaged, which is noted.
  func entry(_ file: String) -> Case?

  /// A case as it would be read from its file, which has not been written yet.
  func asRead(_ item: Case) -> Case?

  /// Reads a case that waits for its turn, and the digest of its file; nil where it cannot be read, which is noted.
  func waiting(_ file: WaitingFile) -> (item: Case, digest: UInt64)?
}

/// A case file that is to be run: of another campaign, or one that nobody has taken down.
package struct WaitingFile: Sendable, Hashable {
  package var path: String
  /// Its name among the entries of this campaign, where it is one of them.
  package var entry: String?

  package init(path: String, entry: String? = nil) {
    self.path = path
    self.entry = entry
  }
}

/// Which cases of entries are in memory: the latest entries as they were made, and of the older ones some as they were read from their
/// files. A campaign of a hundred thousand entries needs no more memory than one of some thousand.
///
/// A case that was read back may be changed otherwise than the one that was made. So it depends on the number of entries alone which one
/// is taken, and not on what happens to be in memory: the same campaign stays the same.
struct CasesInMemory: Sendable {
  /// How many cases of each sort are kept.
  static let maxCases = 64

  /// Nil where nothing is written: all cases stay in memory then.
  var files: (any CaseFiles)?
  private var read: [Int: Case] = [:]
  /// The places of the cases in `read`, in the order in which they came; the oldest is at `next` once they are all taken.
  private var places: [Int] = []
  private var next = 0

  subscript(_ place: Int) -> Case? { read[place] }

  /// Keeps a case that was read; the oldest one gives way.
  mutating func keep(_ item: Case, of place: Int) {
    read[place] = item
    if places.count < Self.maxCases {
      places.append(place)
      return
    }
    read[places[next]] = nil
    places[next] = place
    next = (next + 1) % Self.maxCases
  }
}

/// What has happened in a corpus since it was saved.
struct Unsaved: Sendable {
  var entries: [Int] = []
  var features: [UInt64] = []
  /// Entries from which cases were made.
  var tried: Set<Int> = []
}

extension Corpus {
  /// The first entry whose case is taken as it was made.
  private var firstMade: Int {
    inMemory.files == nil ? 0 : max(0, entries.count - CasesInMemory.maxCases)
  }

  /// The case of an entry. Nil where its file cannot be read: the entry is not drawn again as long as there are others.
  mutating func item(of place: Int) -> Case? {
    if place >= firstMade, let item = entries[place].item { return item }
    if let item = inMemory[place] { return item }
    let entry = entries[place]
    let read =
      entry.file.map { inMemory.files?.entry($0) }
      ?? entry.item.map { inMemory.files?.asRead($0) }
    guard let item = read ?? nil else {
      entries[place].isLost = true
      return nil
    }
    inMemory.keep(item, of: place)
    return item
  }

  /// Notes the file of an entry, whose case can be read again from now on.
  mutating func note(file: String, of place: Int) {
    entries[place].file = file
    forget(place)
  }

  /// Takes the case of an entry out of memory that is old enough and in a file.
  mutating func forget(_ place: Int) {
    if place < firstMade, entries[place].file != nil { entries[place].item = nil }
  }
}
