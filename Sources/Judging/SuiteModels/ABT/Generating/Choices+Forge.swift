package import Conformance
import Forge

/// The choices of a case make the forms of layers, too.
extension Choices: ForgeChoices {}
