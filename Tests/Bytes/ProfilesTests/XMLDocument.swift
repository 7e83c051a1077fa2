import Profiles
import WireFormat

/// Documents for tests: the usual frame around a content.
enum XMLDocument {
  static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  static func plist(_ content: String) -> [UInt8] {
    Array("<plist version=\"1.0\">\(content)</plist>".utf8)
  }

  /// The error of a document, or nil where it is read.
  static func error(
    of bytes: [UInt8], limits: ProfileLimits = ProfileLimits()
  ) -> XMLPropertyListError? {
    do throws(XMLPropertyListError) {
      _ = try XMLPropertyListReader.read(bytes, limits: limits)
      return nil
    } catch {
      return error
    }
  }
}
