// Writes a Swift file that holds other files as text: template-embedder OUTPUT [NAME FILE]...

let arguments = Array(CommandLine.arguments.dropFirst())
guard let output = arguments.first, arguments.count % 2 == 1 else {
  fail("usage: template-embedder OUTPUT [NAME FILE]...")
}

var source = """
  // Generated from the files that it holds; a change belongs into them.

  extension EmbeddedFile {
    /// All files of all templates, in the order of their names.
    static let all: [EmbeddedFile] = [

  """
for index in stride(from: 1, to: arguments.count, by: 2) {
  let embedded = EmbeddedText(name: arguments[index], file: arguments[index + 1])
  source += "    " + embedded.expression + ",\n"
}
source += """
    ]
  }

  """
OutputText.write(source, to: output)
