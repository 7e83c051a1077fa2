import AdapterDriver
import AdapterProtocol
import CProcess
import Glibc

extension AdapterCommand {
  /// Launches the command with pipes, in a session of its own, bound to the calling thread.
  ///
  /// - Throws: `cannotStart`, with the reason in words.
  func launch(limits: AdapterLimits) throws(AdapterTrouble) -> cprocess_child {
    let path = try resolve()
    cprocess_block_broken_pipe()
    var child = cprocess_child()
    var failure = cprocess_failure()
    let words = ([executable] + arguments).map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0.0)=\($0.1)") } + [nil]
    let file = strdup(path)
    let directory = workingDirectory.flatMap { strdup($0) }
    defer { for text in words + settings + [file, directory] { free(text) } }
    let status = words.withUnsafeBufferPointer { words in
      settings.withUnsafeBufferPointer { settings in
        var plan = cprocess_plan()
        plan.path = UnsafePointer(file)
        plan.directory = UnsafePointer(directory)
        plan.arguments = words.baseAddress
        plan.environment = settings.baseAddress
        plan.processor_seconds = Int64(limits.maxProcessorSeconds ?? -1)
        plan.file_bytes = Int64(limits.maxFileBytes ?? -1)
        plan.processes = Int64(limits.maxProcesses ?? -1)
        plan.processor = -1
        plan.guard = -1
        return cprocess_launch(&plan, &child, &failure)
      }
    }
    guard status == 0 else {
      throw .cannotStart("\"\(path)\": \(Self.words(failure))")
    }
    return child
  }

  private static func words(_ failure: cprocess_failure) -> String {
    switch (failure.step, failure.error) {
    case (CPROCESS_STEP_EXECUTE, ENOENT):
      "the interpreter or loader that it names does not exist"
    case (CPROCESS_STEP_EXECUTE, ENOEXEC):
      "it is neither a program for this machine nor a script that begins with \"#!\""
    default: String(cString: strerror(failure.error))
    }
  }
}
