import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The adapter between assay and the dual-mode logic of an app.
 *
 * <p>Change what is marked {@code >>> YOUR APP}; the other files can stay as they are. Build it
 * with {@code make}, run it with: {@code assay run --suite appconnect.dualmode -- ./adapter}
 */
public final class Adapter implements DualModeApp {
  // >>> YOUR APP: its name and version, as the report will show them.
  private static final Map<String, Object> IMPLEMENTATION =
      Map.of("name", "Stub", "version", "0.1.0", "language", "Java");

  // >>> YOUR APP: add "killPoints" if all that it keeps goes through the Storage.
  private static final List<String> CAPABILITIES = List.of();

  private final Storage storage;

  // >>> YOUR APP: put it in instead of StubApp.java, and delete that.
  private final StubApp logic;

  /** One run of the app, from its launch to its end. */
  private Adapter(ScriptedHost host, Storage storage) {
    // >>> YOUR APP: give it the host instead of the AppConnect library, and the storage as the
    // place for its mode.
    this.storage = storage;
    logic = new StubApp(host, storage);
  }

  @Override
  public void launch(Map<String, Object> options) throws IOException {
    // >>> YOUR APP: as the system launches it.
    logic.launch(options);
  }

  @Override
  public void managedPolicy(Policies policies) {
    // >>> YOUR APP: as the library tells it.
    logic.managedPolicyChanged(policies.policy());
  }

  @Override
  public void userRequests(String mode) {
    // >>> YOUR APP: the user's choice.
    logic.userRequests(mode);
  }

  @Override
  public String persistedState() {
    // >>> YOUR APP: what it has stored, as a word of the suite.
    return storage.load().get("state");
  }

  @Override
  public String persistedEncryption() {
    // >>> YOUR APP: the same.
    return storage.load().get("encryption");
  }

  public static void main(String[] arguments) {
    DualModeSuite suite = new DualModeSuite(CAPABILITIES, Adapter::new);
    new AdapterLoop(IMPLEMENTATION, Map.of("appconnect.dualmode", suite)).run();
  }
}
