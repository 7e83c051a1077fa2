// The C library of the system: the only place that says which one it is. Who imports this has its functions, by their names or as
// `SystemLibrary.read` where a name of ours stands in front of one. What only Linux or only macOS can do is in CProcess.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
