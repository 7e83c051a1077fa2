import CProcess

/// The readings of all meters when a conversation begins.
struct CostMark {
  private let resident: Int?
  private let processorTime: Int64?
  private let time: Int64

  init(_ process: AdapterProcess) {
    resident = process.beginMeasuringMemory()
    processorTime = process.processorTime()
    time = cprocess_now()
  }

  /// What has been used since.
  func cost(_ process: AdapterProcess) -> ConversationCost {
    let elapsed = cprocess_now() - time
    var cost = ConversationCost(elapsed: .nanoseconds(elapsed))
    if let resident, let peak = process.memoryPeak() {
      cost.memoryGrowthBytes = max(0, peak - resident)
      cost.memoryPeakBytes = peak
    }
    if let processorTime, let now = process.processorTime() {
      cost.processorTime = .nanoseconds(now - processorTime)
    }
    return cost
  }
}
