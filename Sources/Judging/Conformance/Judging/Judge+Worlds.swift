extension Judge {
  /// Worlds with different states.
  struct Worlds {
    private(set) var all: [World] = []
    /// Where each state stands, once there are so many that comparing it with each costs more than hashing it.
    private var places: [M.State: Int] = [:]
    private static var maxCompared: Int { 8 }

    /// Takes in a world. Where there is one with its state already, the more favourable of the two is kept, with what was chosen in both:
    /// which way led here is not known.
    mutating func merge(_ world: World) {
      guard let place = place(of: world.state) else {
        all.append(world)
        if all.count > Self.maxCompared + 1 {
          places[world.state] = all.count - 1
        } else if all.count > Self.maxCompared {
          for (place, world) in all.enumerated() { places[world.state] = place }
        }
        return
      }
      let choices = all[place].choices.filter(world.choices.contains)
      if world.isMoreFavourable(than: all[place]) { all[place] = world }
      all[place].choices = choices
    }

    private func place(of state: M.State) -> Int? {
      guard places.isEmpty else { return places[state] }
      // A closure: in generic code a key path is made anew at each call.
      return all.firstIndex { $0.state == state }
    }
  }
}
