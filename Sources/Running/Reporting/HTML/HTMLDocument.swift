import Conformance

/// `report.html`: a page in one file, to read from a disk, to print and to publish.
///
/// Failures, requirements and figures stand in it as text; the list of cases is data that its script shows. Of a run with more cases than
/// `PageCases.maxListed` the list has those only that did not pass.
enum HTMLDocument {
  static func write(
    _ source: ReportSource, _ context: ReportContext, to file: OutputFile
  ) throws(OutputFault) {
    var cases = PageCases(source.report, context)
    try source.forEachCase(exchanges: true) { (result) throws(OutputFault) in cases.add(result) }
    let page = ReportPage(source.report, context, cases)
    let text = try PageTemplate.usual(.report).text(title: page.title, page)
    try PageData.write(text, data: cases.data, to: file)
  }
}

extension PageTemplate {
  /// A template of this version of assay.
  package static func usual(_ name: Name) throws(OutputFault) -> PageTemplate {
    do {
      return try PageTemplate(name)
    } catch {
      throw OutputFault(
        .read, path: "the template \(name.rawValue) of this program", why: "\(error)",
        remedy: "install assay again")
    }
  }
}
