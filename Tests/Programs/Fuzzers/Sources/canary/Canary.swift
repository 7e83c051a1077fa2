import Claims

/// Not a reader: a mistake that has to be found, so that silence of the others means something.
///
/// One byte is read after the end of a copy of the input, which only AddressSanitizer sees, where
/// the input holds three certain bytes, which only libFuzzer's coverage leads to.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
  defer { copy.deallocate() }
  copy.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
  guard count >= 3, copy[0] == 0x4F, copy[1] == 0x55, copy[2] == 0x54 else { return 0 }
  guard let base = copy.baseAddress else { return 0 }
  claim(base.load(fromByteOffset: count, as: UInt8.self) != 0x4F, "AddressSanitizer ends this")
  return 0
}
