import Conformance
import SuiteModels
import Suites
import Testing

/// The machines that are drawn are those of the sources, row by row as they were read there.
@Suite struct MachineRowsTests {
  /// Asks a machine where an event leads.
  private struct Machine {
    let chart: Chart

    init(_ suite: any Conformance.Suite) throws { chart = try #require(suite.chart) }

    func leads(_ from: String, _ event: String) -> [String] {
      chart.transitions.filter { $0.from == from && $0.event == event }.map(\.to).sorted()
    }

    func mayLead(_ from: String, _ event: String) -> [String] {
      chart.liberties.filter { $0.from == from && $0.event == event }.map(\.to).sorted()
    }

    /// What can happen in a state.
    func events(_ from: String) -> Set<String> {
      Set(chart.transitions.filter { $0.from == from }.map(\.event))
    }
  }

  /// "The AppConnect library's life cycle", and the methods of `AppConnect.h`.
  @Test func lifecycle() throws {
    let machine = try Machine(Lifecycle.suite)
    let idle = ["not running (NO)", "not running (YES or NO)", "not running (YES)"]
    // The client app decides what shouldStartAppConnect answers (ACC-LC-01 to 03).
    #expect(machine.leads("not running (NO)", "client app installed") == ["not running (YES)"])
    #expect(
      machine.leads("not running (YES)", "client app deleted") == [
        "not running (NO)", "not running (YES or NO)",
      ])
    let managed = "not running (YES), data kept"
    #expect(machine.leads(managed, "client app deleted") == [managed])
    for data in ["", ", data kept"] {
      // init, start, ready; and the policy is known with ready only.
      let initialised = "initialised\(data)"
      let started = "started\(data)"
      let unmanaged = "ready, UNMANAGED\(data)"
      for from in data.isEmpty ? idle : [managed] {
        #expect(machine.leads(from, "init") == [initialised])
        #expect(machine.events(from).isDisjoint(with: ["start", "ready, MANAGED", "stop"]))
      }
      #expect(machine.leads("stopped\(data)", "init") == [initialised])
      #expect(machine.leads(initialised, "start") == [started])
      #expect(machine.leads(initialised, "start with nil options") == [started])
      #expect(machine.leads(started, "ready, MANAGED") == ["ready, MANAGED"])
      #expect(machine.leads(started, "ready, UNMANAGED") == [unmanaged])
      #expect(machine.leads(unmanaged, "policy MANAGED") == ["ready, MANAGED"])
      #expect(machine.leads(unmanaged, "policy UNMANAGED") == [unmanaged])
      // stop keeps what retire erases.
      for running in [started, unmanaged] {
        #expect(machine.leads(running, "stop") == ["stopped\(data)"])
      }
      #expect(machine.leads(unmanaged, "retire") == ["retired"])
      // After stop nothing is determined any more.
      #expect(machine.leads("stopped\(data)", "policy MANAGED") == ["stopped\(data)"])
    }
    #expect(
      machine.leads("ready, MANAGED", "policy UNMANAGED") == ["ready, UNMANAGED, data kept"])
    #expect(machine.leads("ready, MANAGED", "stop") == ["stopped, data kept"])
    #expect(machine.leads("ready, MANAGED", "retire") == ["retired"])
    #expect(machine.leads("ready, MANAGED", "terminate") == [managed])
    #expect(machine.leads("retired", "stop") == ["stopped"])
    #expect(machine.leads("retired", "terminate").allSatisfy(idle.contains))
    #expect(machine.events("retired").contains("retire") == false)
    #expect(machine.chart.states.count == 14)
  }

  /// "Details about when each method is called".
  @Test func configuration() throws {
    let machine = try Machine(AppConnectConfig.suite)
    let never = "never launched, no configuration"
    let none = "running, no configuration"
    let applied = "running, configuration applied"
    let refused = "running, configuration refused"
    // Rows 1 and 2: the first launch.
    #expect(machine.leads(never, "launch") == [none])
    #expect(machine.leads(never, "server has another") == ["never launched, configuration"])
    #expect(machine.leads("never launched, configuration", "launch") == [applied])
    #expect(
      machine.leads("never launched, configuration", "launch, the app returns an error")
        == [refused])
    // Rows 3 and 4: a relaunch.
    #expect(machine.leads(applied, "terminate") == ["not running, unchanged"])
    #expect(machine.leads("not running, unchanged", "launch") == [applied])
    #expect(
      machine.leads("not running, unchanged", "server has another") == ["not running, changed"])
    #expect(machine.leads("not running, unchanged", "server has none") == ["not running, changed"])
    #expect(machine.leads("not running, changed", "launch") == [none, applied].sorted())
    #expect(
      machine.leads("not running, changed", "server has that of the last run again") == [
        "not running, changed and back"
      ])
    #expect(machine.leads("not running, changed and back", "launch") == [applied])
    #expect(machine.leads(none, "terminate") == ["not running, none as before"])
    #expect(machine.leads("not running, none as before", "launch") == [none])
    // Row 5: a change while the app runs; an error does not stop later ones (ACC-CFG-14).
    for running in [none, applied, refused] {
      #expect(machine.leads(running, "server has another") == [applied])
      #expect(machine.leads(running, "server has another, the app returns an error") == [refused])
      #expect(machine.leads(running, "server has the same again") == [running])
      #expect(machine.events(running).contains("launch") == false)
    }
    #expect(machine.leads(applied, "server has none") == [none])
    #expect(machine.leads(refused, "server has none") == [none])
    #expect(machine.chart.states.count == 9)
  }

  /// Table 13, and "Whenever changes to the Open From policy or whitelist occur".
  @Test func openFrom() throws {
    let machine = try Machine(AppConnectOpenFrom.suite)
    let policies = ["AUTHORIZED", "UNAUTHORIZED", "WHITELIST", "all AppConnect apps"]
    for policy in policies {
      #expect(machine.leads("not launched", "launch, \(policy)") == ["not ready, \(policy)"])
      #expect(machine.leads("not ready, \(policy)", "ready") == [policy])
      #expect(machine.leads("not ready, \(policy)", "document") == ["not ready, \(policy)"])
      for other in policies {
        #expect(
          machine.leads("not ready, \(policy)", "policy \(other)") == ["not ready, \(other)"])
        if other != policy { #expect(machine.leads(policy, "policy \(other)") == [other]) }
      }
      #expect(machine.leads(policy, "what comes to the same").contains(policy))
      #expect(machine.leads(policy, "stop") == ["stopped"])
    }
    // A document is looked up in a list where there is one.
    for policy in policies.prefix(2) {
      #expect(machine.leads(policy, "document") == [policy])
      #expect(machine.events(policy).contains("document from a listed app") == false)
      #expect(machine.events(policy).contains("policy \(policy)") == false)
    }
    for policy in policies.suffix(2) {
      #expect(machine.leads(policy, "document from a listed app") == [policy])
      #expect(machine.leads(policy, "document from another app") == [policy])
    }
    // A changed list is a change (ACC-OF-12), and one of all AppConnect apps follows them (ACC-OF-11).
    #expect(machine.leads("WHITELIST", "policy WHITELIST") == ["WHITELIST"])
    #expect(
      machine.leads("all AppConnect apps", "other authorized apps") == ["all AppConnect apps"])
    #expect(machine.events("WHITELIST").contains("other authorized apps") == false)
    #expect(machine.events("stopped") == ["document", "the server has something else"])
    #expect(machine.chart.states.count == 10)
  }

  /// The configuration under `com.apple.configuration.managed`, and the feedback under `com.apple.feedback.managed`.
  @Test func managedConfiguration() throws {
    let machine = try Machine(ManagedConfig.suite)
    let written = ["configured": "the server writes a configuration"]
    let gone = ["not configured": "the server has no configuration"]
    for feedback in ["nothing counted", "counted"] {
      for configuration in ["configured", "not configured"] {
        let running = "running, \(configuration), \(feedback)"
        let idle = "not running, \(configuration), \(feedback)"
        let since = "not running, written since, \(configuration), \(feedback)"
        #expect(machine.leads(idle, "launch") == [running])
        #expect(machine.leads(since, "launch") == [running])
        #expect(machine.leads(running, "terminate") == [idle])
        #expect(machine.leads(running, "count") == ["running, \(configuration), counted"])
        #expect(machine.events(idle).isDisjoint(with: ["count", "terminate"]))
        // A running app hears of a change at once, another one at its launch (MC-03, MC-04).
        for (other, event) in written.merging(gone, uniquingKeysWith: { first, _ in first }) {
          let later = "not running, written since, \(other), \(feedback)"
          #expect(machine.leads(running, event) == ["running, \(other), \(feedback)"])
          #expect(machine.leads(idle, event) == [later])
          #expect(machine.leads(since, event) == [later])
        }
        // Collecting erases, whether or not the app runs (MC-11, MC-12).
        for place in ["running", "not running", "not running, written since"] {
          #expect(
            machine.leads("\(place), \(configuration), \(feedback)", "the server collects") == [
              "\(place), \(configuration), nothing counted"
            ])
        }
      }
    }
    #expect(machine.chart.states.count == 12)
  }

  /// "Multiple payloads", and "Removing a configuration profile".
  @Test func manager() throws {
    let machine = try Machine(ABTManager.suite)
    let waiting = "apply sent, others wait"
    // One URL after another (MGR-01, MGR-11).
    for from in ["no profile", "removed"] {
      #expect(machine.leads(from, "install") == ["apply sent", waiting])
    }
    for answer in ["Success", "Success, no keys", "Error", "Canceled"] {
      #expect(machine.leads(waiting, answer) == ["apply sent", waiting])
      #expect(machine.leads("apply sent", answer).contains("apply sent") == false)
    }
    #expect(machine.leads("apply sent", "Success") == ["installed", "partly installed"])
    for answer in ["Error", "Canceled"] {
      #expect(
        machine.leads("apply sent", answer) == [
          "failed", "failed, applied before", "partly installed",
        ])
    }
    // What is not awaited, and what is hostile, changes nothing (MGR-10, MGR-13).
    for state in ["no profile", "apply sent", waiting, "installed", "failed", "reset sent"] {
      #expect(machine.leads(state, "callback that is not awaited") == [state])
    }
    for state in ["apply sent", waiting, "reset sent"] {
      #expect(machine.leads(state, "hostile callback") == [state])
      #expect(machine.events(state).isDisjoint(with: ["install again", "install"]))
    }
    // What failed without having reported anything is not reset (MGR-09); a profile that is not there is not removed.
    #expect(machine.leads("failed", "remove") == ["removed"])
    #expect(machine.leads("no profile", "remove what is not there") == ["no profile"])
    #expect(machine.leads("installed", "remove") == ["reset sent", "reset sent, others wait"])
    #expect(machine.mayLead("installed", "remove").contains("earlier values sent"))
    #expect(
      machine.leads("reset sent, others wait", "Success") == [
        "reset sent", "reset sent, others wait",
      ])
    #expect(machine.leads("reset sent", "Success") == ["removed", "reset refused"])
    #expect(machine.leads("reset sent", "Error") == ["reset refused"])
    #expect(machine.leads("reset refused", "remove").isEmpty == false)
    // A removal while a callback is awaited gives it up (MGR-11); one of a reset is not asked for.
    #expect(machine.leads("apply sent", "remove").isEmpty == false)
    #expect(machine.events("reset sent").contains("remove") == false)
  }
}
