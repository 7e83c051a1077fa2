/// The states that cost more to create than to use: those of zlib, and the tables of property
/// lists.
///
/// They keep nothing of one request that a later one could see, so an app that restarts within one
/// process can keep them. Only one thread may use them at a time.
package final class Codecs {
  package var unpacker: Unpacker
  package var changedValues = ChangedValuesWriter()

  /// The states for requests in one dialect.
  package init(_ dialect: ConfigurationDialect) { unpacker = Unpacker(dialect) }
}
