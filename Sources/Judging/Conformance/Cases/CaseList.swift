/// Cases in a fixed order, each made when it is asked for: a list of a million takes no more memory than one of ten.
package struct CaseList: RandomAccessCollection, Sendable {
  /// Where cases come from, and which of them the list has at `start` and after it.
  private struct Part {
    let start: Int
    let offset: Int
    let make: @Sendable (Int) -> Case
  }

  private var parts: [Part] = []
  package private(set) var endIndex = 0
  package let startIndex = 0

  /// - Parameter make: the case at a place below `count`; equal places give equal cases.
  package init(count: Int, _ make: @escaping @Sendable (_ place: Int) -> Case) {
    append(0..<count, make)
  }

  package init(_ cases: [Case] = []) {
    self.init(count: cases.count) { cases[$0] }
  }

  /// The cases of some lists, one after the other.
  package init(joining lists: [CaseList]) {
    for list in lists { append(list, 0..<list.count) }
  }

  private mutating func append(_ places: Range<Int>, _ make: @escaping @Sendable (Int) -> Case) {
    guard !places.isEmpty else { return }
    parts.append(Part(start: endIndex, offset: places.lowerBound, make: make))
    endIndex += places.count
  }

  private mutating func append(_ list: CaseList, _ places: Range<Int>) {
    var place = places.lowerBound
    while place < places.upperBound {
      let index = list.part(of: place)
      let next = index + 1 < list.parts.count ? list.parts[index + 1].start : list.endIndex
      let end = Swift.min(next, places.upperBound)
      let part = list.parts[index]
      append(part.offset + place - part.start..<part.offset + end - part.start, part.make)
      place = end
    }
  }

  /// The cases that fit. Takes memory for each row of cases that stand together, not for each case.
  package func filtered(_ fits: (Case) -> Bool) -> CaseList {
    var chosen = CaseList()
    var row = 0..<0
    for place in indices where fits(self[place]) {
      if place == row.upperBound {
        row = row.lowerBound..<place + 1
      } else {
        chosen.append(self, row)
        row = place..<place + 1
      }
    }
    chosen.append(self, row)
    return chosen
  }

  /// The place of the part that holds a case.
  private func part(of place: Int) -> Int { parts.countOfLeading { $0.start <= place } - 1 }

  package subscript(place: Int) -> Case {
    precondition(indices.contains(place), "there is no case at \(place) of \(count)")
    let part = parts[part(of: place)]
    return part.make(part.offset + place - part.start)
  }
}

extension CaseList: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Case...) { self.init(elements) }
}

extension Array {
  /// How many elements from the first on fit, in a list in which none fits after one that does not.
  ///
  /// Complexity: logarithmic in the elements.
  package func countOfLeading(where fits: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
