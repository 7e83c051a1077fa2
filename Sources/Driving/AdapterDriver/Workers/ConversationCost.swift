/// What a conversation cost, measured from outside.
package struct ConversationCost: Sendable, Hashable {
  /// By how much the most resident memory was above that at the beginning; the kernel counts in
  /// batches, so some hundred KiB are noise. Nil where /proc does not tell.
  package var memoryGrowthBytes: Int?
  /// The most that was resident at any time; nil where /proc does not tell.
  package var memoryPeakBytes: Int?
  /// Processor time of the adapter. Nil where the kernel does not tell.
  package var processorTime: Duration?
  /// From the first request to the last reply.
  package var elapsed: Duration
}
