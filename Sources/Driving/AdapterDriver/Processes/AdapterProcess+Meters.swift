import CProcess

// Memory and processor time.
extension AdapterProcess {
  func openGauge() -> cprocess_gauge? {
    if gauge == nil {
      var opened = cprocess_gauge()
      if cprocess_gauge_open(child.pid, &opened) == 0 { gauge = opened }
    }
    return gauge
  }

  /// Takes the present memory as the base of later growth.
  package func noteRest() {
    guard limits.maxMemoryGrowthBytes != nil, var gauge = openGauge() else { return }
    residentAtRest = Int(clamping: cprocess_gauge_resident(&gauge))
  }

  /// Resident bytes now, or nil if /proc does not say. The peak starts again from here.
  func beginMeasuringMemory() -> Int? {
    guard var gauge = openGauge(), cprocess_gauge_reset_peak(&gauge) == 0 else { return nil }
    return residentBytes()
  }

  /// Resident bytes now, or nil if /proc does not say.
  func residentBytes() -> Int? {
    guard var gauge = openGauge() else { return nil }
    let resident = cprocess_gauge_resident(&gauge)
    return resident > 0 ? Int(clamping: resident) : nil
  }

  /// The most resident bytes since `beginMeasuringMemory`.
  func memoryPeak() -> Int? {
    guard var gauge = openGauge() else { return nil }
    let peak = cprocess_gauge_peak(&gauge)
    return peak > 0 ? Int(clamping: peak) : nil
  }

  /// Processor time that it has used, in nanoseconds.
  func processorTime() -> Int64? {
    let used = cprocess_processor_time(child.pid)
    return used >= 0 ? used : nil
  }
}
