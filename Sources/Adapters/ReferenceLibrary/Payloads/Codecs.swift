/// The states that cost more to make than to use: of zlib, and the tables of property lists.
///
/// They hold nothing of one request that a later one could see, so that an app that ends and begins
/// anew within one process can keep them. Not for use by two threads at a time.
package final class Codecs {
  package var unpacker: Unpacker
  package var changedValues = ChangedValuesWriter()

  /// The states for requests in one dialect.
  package init(_ dialect: ConfigurationDialect) { unpacker = Unpacker(dialect) }
}
