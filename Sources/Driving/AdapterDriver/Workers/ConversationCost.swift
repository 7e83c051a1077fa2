/// What a conversation cost, measured from outside.
package struct ConversationCost: Sendable, Hashable {
  /// By how much the peak of resident memory was above that at the beginning, or nil if /proc does
  /// not say. The kernel counts in batches, so some hundred KiB are noise.
  package var memoryGrowthBytes: Int?
  /// The peak of resident memory, or nil if /proc does not say.
  package var memoryPeakBytes: Int?
  /// Processor time of the adapter, or nil if the kernel does not say.
  package var processorTime: Duration?
  /// From the first request to the last reply.
  package var elapsed: Duration
}
