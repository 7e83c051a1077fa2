import Foundation
import Synchronization
import Testing

@testable import Running

@Suite struct TurnstileTests {
  @Test func whatRunsAloneRunsAlone() {
    let turnstile = Turnstile()
    let inside = Atomic(0)
    let disturbed = Atomic(0)
    let done = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for round in 0..<200 {
        if (number + round).isMultiple(of: 5) {
          turnstile.alone {
            if inside.load(ordering: .sequentiallyConsistent) != 0 {
              disturbed.add(1, ordering: .sequentiallyConsistent)
            }
            done.add(1, ordering: .sequentiallyConsistent)
          }
        } else {
          turnstile.together {
            inside.add(1, ordering: .sequentiallyConsistent)
            done.add(1, ordering: .sequentiallyConsistent)
            inside.subtract(1, ordering: .sequentiallyConsistent)
          }
        }
      }
    }
    #expect(disturbed.load(ordering: .sequentiallyConsistent) == 0)
    #expect(done.load(ordering: .sequentiallyConsistent) == 1_600)
  }
}
