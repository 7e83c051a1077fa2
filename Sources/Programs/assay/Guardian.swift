import AdapterDriver
import SystemLibrary

/// What watches over this program's adapters. Posted when the first command of an adapter is made: a
/// program that starts none has none.
enum Guardian {
  static let ofThisProgram: AdapterGuard? = {
    let guardian = AdapterGuard()
    if guardian != nil { atexit { Guardian.ofThisProgram?.dismiss() } }
    return guardian
  }()
}
