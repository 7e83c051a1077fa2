import AdapterProtocol
import CProcess
import SystemLibrary

extension AdapterCommand {
  /// Calls `body` with the command as C wants it, valid during the call.
  func withPlan<Result>(
    path: String, limits: AdapterLimits, processor: Int?,
    _ body: (inout cprocess_plan) -> Result
  ) -> Result {
    var arguments = ([executable] + self.arguments).map { strdup($0) } + [nil]
    var environment = self.environment.map { strdup("\($0.0)=\($0.1)") } + [nil]
    let path = strdup(path)
    let directory = workingDirectory.map { strdup($0) } ?? nil
    defer {
      for text in arguments + environment + [path, directory] { free(text) }
    }
    return arguments.withUnsafeMutableBufferPointer { arguments in
      environment.withUnsafeMutableBufferPointer { environment in
        var plan = cprocess_plan()
        plan.path = UnsafePointer(path)
        plan.directory = UnsafePointer(directory)
        plan.arguments = UnsafePointer(arguments.baseAddress)
        plan.environment = UnsafePointer(environment.baseAddress)
        plan.processor_seconds = Int64(limits.maxProcessorSeconds ?? -1)
        plan.file_bytes = Int64(limits.maxFileBytes ?? -1)
        plan.processes = Int64(limits.maxProcesses ?? -1)
        plan.processor = Int32(clamping: processor ?? -1)
        plan.guard = guardian?.messages ?? -1
        return body(&plan)
      }
    }
  }
}

extension cprocess_failure {
  /// Which call failed and why, in words for the person who gave the command.
  func reason(path: String, command: AdapterCommand, processor: Int?) -> String {
    let text = errorText(error)
    switch step {
    case CPROCESS_STEP_EXECUTE: return "\"\(path)\" \(executionProblem)"
    case CPROCESS_STEP_PIPES: return "no pipes for it: \(text)"
    case CPROCESS_STEP_FORK: return "no new process: \(text)"
    case CPROCESS_STEP_SESSION: return "no session for it: \(text)"
    case CPROCESS_STEP_DEATH_SIGNAL: return "it cannot be tied to the harness: \(text)"
    case CPROCESS_STEP_LIMITS: return "its resource limits cannot be set: \(text)"
    case CPROCESS_STEP_PROCESSOR:
      return "it cannot be kept on processor \(processor ?? -1): \(text)"
    case CPROCESS_STEP_DIRECTORY:
      return "its working directory \"\(command.workingDirectory ?? ".")\": \(text)"
    case CPROCESS_STEP_DESCRIPTORS: return "its descriptors cannot be arranged: \(text)"
    case CPROCESS_STEP_SIGNALS: return "its signals cannot be arranged: \(text)"
    default: return text
    }
  }

  /// By now the file is known to exist and to be marked executable.
  private var executionProblem: String {
    switch error {
    case ENOENT: "cannot run: the interpreter or loader that it names does not exist"
    case ENOEXEC: "is neither a program for this machine nor a script that begins with \"#!\""
    case EACCES: "may not be executed: permission denied (by its interpreter or its file system)"
    case ETXTBSY: "cannot be executed: another program has it open for writing"
    default: "cannot be executed: \(errorText(error))"
    }
  }
}
