package import Conformance
package import Forge

/// Which requirements each form of each layer serves; of a liberty those that ask a library to accept it.
///
/// The forge knows forms and no requirements. A new form needs a word here; the tests hold the list against the catalogue.
package enum FormRequirements {
  /// The requirements that a form serves.
  package static func clauses(of form: LayerForm) -> [Clause.ID] { byPath[form.path] ?? [] }

  /// All forms that are listed, such as `zlib/gzip`.
  package static var paths: [String] {
    rows.flatMap { row in row.forms.split(separator: " ").map { "\(row.layer)/\($0)" } }
  }

  private static let byPath: [String: [Clause.ID]] = {
    var clauses: [String: [Clause.ID]] = [:]
    for row in rows {
      for form in row.forms.split(separator: " ") {
        clauses["\(row.layer)/\(form)"] = row.clauses
      }
    }
    return clauses
  }()

  /// By layer, from the inside out. Forms have spaces between them.
  private static let rows: [(layer: String, clauses: [Clause.ID], forms: String)] = [
    ("dictionary", ["ABT-DICT-01"], "canonical reversed"),
    ("dictionary", ["ABT-DICT-08", "ABT-ENC-11"], "unknown-key-added"),
    ("dictionary", ["ABT-DICT-03"], "version-missing version-mistyped unwrapped"),
    ("dictionary", ["ABT-DICT-02"], "version-other"),
    ("dictionary", ["ABT-DICT-05"], "category-mistyped"),
    ("dictionary", ["ABT-DICT-06", "ABT-DICT-09"], "content-missing content-mistyped"),
    ("dictionary", ["ABT-DICT-09", "ABT-DICT-06"], "member-mistyped"),
    ("dictionary", ["ABT-DATA-12"], "top-replaced"),
    ("dictionary", ["ABT-DATA-13", "ABT-DATA-12"], "in-array"),
    ("dictionary", ["ABT-DATA-13", "ABT-DICT-03"], "whole-profile"),
    ("plist", ["ABT-DATA-01"], "canonical"),
    (
      "plist", ["ABT-DATA-14"],
      """
      wide-offsets wide-references wide-integers wide-counts-of-text wide-counts-of-data \
      wide-counts-of-containers ascii-as-utf16 narrow-reals numbers-reversed \
      numbers-rotated places-reversed places-rotated unshared-scalars liberties-together
      """
    ),
    (
      "plist", ["ABT-DATA-15"],
      """
      null fill later-marker unknown-marker-7x uid set wide-integer wide-count count-not-integer lone-surrogate \
      high-byte-in-ascii nan-payload date-out-of-range key-not-string-below duplicate-key \
      duplicate-key-of-dictionary equivalent-keys shared-container overlapping-objects \
      two-offsets-of-one object-in-header object-into-table object-into-trailer \
      unreferenced-object broken-unreferenced-object trailer-padding bytes-behind-table \
      bytes-before-table bytes-between-objects table-into-trailer version-0x
      """
    ),
    (
      "plist", ["ABT-DATA-07"],
      """
      key-not-string-of-dictionary key-not-string-of-configuration reference-out-of-range \
      cycle-of-one cycle-of-two cycle-deep cycle-from-outside cycle-through-configuration cycle-through-top \
      trailer-missing trailer-truncated bytes-behind-trailer offset-width-zero \
      offset-width-oversized reference-width-zero reference-width-oversized \
      top-out-of-range object-count-zero object-count-huge object-count-short \
      table-out-of-range top-offset-out-of-range offset-out-of-range object-cut-off \
      count-huge-data count-huge-ascii count-huge-utf16 count-huge-array \
      count-huge-dictionary count-negative count-beyond-end count-of-bytes unknown-marker-0x \
      unknown-marker-2x unknown-marker-3x unknown-marker-9x \
      unknown-marker-ex unknown-marker-fx
      """
    ),
    ("plist", ["ABT-DATA-12"], "top-not-dictionary"),
    ("plist", ["ABT-DATA-12", "ABT-DATA-13"], "top-in-array"),
    ("plist", ["ABT-DATA-10"], "expansion-of-containers expansion-of-text too-many-references"),
    ("plist", ["ABT-DATA-11"], "nested-too-deep"),
    ("plist", ["ABT-DATA-06", "ABT-DATA-07"], "cut-short truncated replaced"),
    (
      "plist", ["ABT-DATA-06"],
      """
      empty noise xml-list json openstep-text header-missing header-damaged bytes-in-front \
      version-15 version-16
      """
    ),
    ("plist", ["ABT-DATA-07", "ABT-DATA-15"], "image"),
    ("magic", ["ABT-DATA-05"], "canonical missing partial wrong reversed replaced"),
    ("magic", ["ABT-DATA-05", "ABT-DATA-06"], "doubled"),
    ("zlib", ["ABT-DATA-01"], "canonical"),
    (
      "zlib", ["ABT-DATA-14"],
      """
      level window strategy memory-level flushed stored-blocks fixed-blocks dynamic-blocks \
      empty-blocks header-level
      """
    ),
    ("zlib", ["ABT-DATA-04"], "trailing doubled"),
    (
      "zlib", ["ABT-DATA-03"],
      """
      missing truncated header-method header-window header-check checksum checksum-missing \
      preset-dictionary raw-deflate gzip reserved-block stored-length distance-too-far \
      reserved-symbol no-last-block codes bit-flipped byte-replaced replaced
      """
    ),
    ("zlib", ["ABT-DATA-03", "ABT-URL-14"], "cut"),
    ("zlib", ["ABT-DATA-05"], "empty compressed-twice"),
    ("zlib", ["ABT-DATA-05", "ABT-DATA-06", "ABT-DATA-07"], "members"),
    ("zlib", ["ABT-DATA-08", "ABT-ROB-02", "ABT-ROB-03"], "bomb stepped"),
    ("zlib", ["ABT-DATA-07", "ABT-DATA-08", "ABT-ROB-02", "ABT-ROB-03"], "inflating"),
    ("zlib", ["ABT-DATA-05", "ABT-ROB-02", "ABT-ROB-03"], "nested-bomb"),
    ("cipher", ["ABT-ENC-01"], "canonical"),
    ("cipher", ["ABT-ENC-07"], "none"),
    ("cipher", ["ABT-ENC-05"], "other-key slipped-key"),
    (
      "cipher", ["ABT-ENC-06"],
      """
      chaining padding padding-count little-endian twice vector-flipped first-flipped \
      middle-flipped last-flipped truncated lengthened vector-only
      """
    ),
    ("cipher", ["ABT-ENC-06", "ABT-URL-14"], "empty"),
    ("chunk", ["ABT-CHUNK-03"], "canonical"),
    ("chunk", ["ABT-CHUNK-02"], "single"),
    (
      "chunk", ["ABT-CHUNK-07"],
      """
      index-zero index-above-total total-zero not-a-number without-index without-total \
      leading-zeros plus-sign minus-sign space
      """
    ),
    ("chunk", ["ABT-CHUNK-08"], "total-above-limit"),
    ("chunk", ["ABT-CHUNK-07", "ABT-CHUNK-08"], "beyond-32-bits beyond-64-bits"),
    ("base64", ["ABT-DATA-01"], "canonical"),
    (
      "base64", ["ABT-DATA-02"],
      """
      foreign-character inserted wrapped url-safe-alphabet padding-inside left-over \
      replaced
      """
    ),
    ("base64", ["ABT-DATA-02/padding"], "padding-missing padding-surplus"),
    ("base64", ["ABT-DATA-15"], "non-canonical-bits"),
    ("base64", ["ABT-DATA-03", "ABT-ENC-06", "ABT-DATA-02"], "truncated"),
    ("base64", ["ABT-DATA-02", "ABT-DATA-04"], "doubled"),
    ("base64", ["ABT-DATA-03", "ABT-ENC-06"], "encoded-twice"),
    ("base64", ["ABT-URL-14"], "emptied"),
    ("token", ["ABT-TOK-01"], "canonical"),
    ("token", ["ABT-TOK-02", "ABT-TOK-04"], "absent emptied"),
    (
      "token", ["ABT-TOK-02", "ABT-TOK-05"],
      """
      truncated beheaded extended prefixed digit-changed upper-cased look-alike doubled \
      reversed
      """
    ),
    ("token", ["ABT-TOK-02"], "replaced"),
    ("token", ["ABT-TOK-02", "ABT-TOK-06"], "of-other"),
    ("percent", ["ABT-URL-10"], "canonical lowercase everything"),
    ("percent", ["ABT-URL-11"], "raw-base64"),
    ("percent", ["ABT-URL-10", "ABT-TOK-02", "ABT-DATA-02"], "doubled"),
    ("percent", ["ABT-URL-18"], "malformed not-utf-8"),
    ("percent", ["ABT-CB-03"], "nul-in-identifier"),
    ("percent", ["ABT-TOK-02", "ABT-DATA-02"], "nul"),
    ("parameters", ["ABT-URL-08"], "canonical reordered"),
    ("parameters", ["ABT-URL-09"], "unknown-added unknown-many empty-pieces slots"),
    ("parameters", ["ABT-URL-16", "ABT-URL-09"], "padded"),
    ("parameters", ["ABT-URL-12", "ABT-TOK-04", "ABT-CB-11", "ABT-DEL-05"], "missing"),
    ("parameters", ["ABT-URL-12", "ABT-TOK-04", "ABT-URL-14"], "emptied"),
    ("parameters", ["ABT-URL-13"], "repeated-alike repeated-unlike"),
    ("parameters", ["ABT-URL-17"], "name-in-other-case"),
    ("parameters", ["ABT-URL-10"], "name-escaped"),
    ("parameters", ["ABT-ENC-02", "ABT-ENC-03", "ABT-ENC-07", "ABT-ENC-08"], "data-swapped"),
    ("parameters", ["ABT-ENC-09"], "data-both data-both-unlike"),
    ("verb", ["ABT-DEL-01", "ABT-DEL-02"], "canonical"),
    ("verb", ["ABT-URL-07"], "other-case"),
    ("verb", ["ABT-URL-06"], "escaped longer shorter verbatim"),
    ("scheme", ["ABT-URL-01", "ABT-URL-02"], "canonical"),
    ("scheme", ["ABT-URL-02"], "by-bundle-identifier"),
    ("scheme", ["ABT-URL-05"], "other-case"),
    ("scheme", ["ABT-URL-03"], "longer shorter of-other verbatim"),
    ("url", ["ABT-URL-01"], "canonical"),
    ("url", ["ABT-URL-15"], "user-information port path fragment"),
    ("url", ["ABT-URL-04"], "without-slashes verbatim"),
    ("url", ["ABT-URL-19", "ABT-URL-06"], "without-host"),
    ("url", ["ABT-URL-19"], "without-query empty-query bare"),
    ("chunks", ["ABT-CHUNK-01", "ABT-CHUNK-03"], "in-order"),
    ("chunks", ["ABT-CHUNK-04"], "shuffled"),
    ("chunks", ["ABT-CHUNK-01"], "as-many-as-allowed bytewise uneven afterwards"),
    ("chunks", ["ABT-CHUNK-05"], "repeated"),
    ("chunks", ["ABT-CHUNK-03", "ABT-CHUNK-10"], "gap"),
    ("chunks", ["ABT-URL-14", "ABT-CHUNK-03"], "empty-piece"),
    ("chunks", ["ABT-CHUNK-06"], "contradicted"),
    ("chunks", ["ABT-CHUNK-14"], "other-total other-payload"),
    ("chunks", ["ABT-CHUNK-09"], "interleaved"),
  ]
}
