import ArgumentParser

/// `assay url`: the URLs between a profile manager and apps, made and read.
struct URLGroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "url",
    abstract: "Build the request URLs of a .mobileconfig; read requests and callbacks.",
    discussion: """
      Examples: assay url encode mail.mobileconfig --keys keys.json
                assay url decode 'x-absolutemanageconfig.com.acme.app://apply?token=...'
      """,
    subcommands: [URLEncodeCommand.self, URLDecodeCommand.self])
}
