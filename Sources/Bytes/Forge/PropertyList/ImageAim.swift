/// Which of a form's variants is meant, and what in the list it hits: any numbers, taken modulo what there is.
package struct ImageAim: Hashable, Sendable {
  package var variant: Int
  package var place: Int

  package init(variant: Int = 0, place: Int = 0) {
    self.variant = variant
    self.place = place
  }

  /// Is 0 if there is nothing to choose from.
  func variant(below bound: Int) -> Int { Self.reduced(variant, bound) }
  /// Is 0 if there is nothing to choose from.
  func place(below bound: Int) -> Int { Self.reduced(place, bound) }

  /// The option that the variant stands for. The options must not be empty.
  func pick<Option>(_ options: [Option]) -> Option { options[variant(below: options.count)] }

  /// All of these for the place 0, else one of them.
  func selection(of numbers: [Int]) -> [Int] {
    let place = place(below: numbers.count + 1)
    return place == 0 ? numbers : [numbers[place - 1]]
  }

  private static func reduced(_ number: Int, _ bound: Int) -> Int {
    bound > 0 ? Int(UInt(bitPattern: number) % UInt(bound)) : 0
  }

  static func make(_ choices: inout some ForgeChoices) -> ImageAim {
    ImageAim(variant: choices.below(240), place: choices.below(64))
  }
}
