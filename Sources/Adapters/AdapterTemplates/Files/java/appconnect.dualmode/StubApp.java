import java.io.IOException;
import java.util.Map;

/**
 * Mode logic that starts the library when it may, and never changes its mode.
 *
 * <p>It lets the adapter run at once. Delete it when yours is in place.
 */
public final class StubApp {
  private final ScriptedHost library;
  private final Storage storage;

  public StubApp(ScriptedHost library, Storage storage) {
    this.library = library;
    this.storage = storage;
  }

  public void launch(Map<String, Object> options) throws IOException {
    if (storage.load().isEmpty()) {
      storage.store(Map.of("state", "Undecided", "encryption", "Unencrypted"));
    }
    if (library.shouldStartAppConnect()) {
      library.initWithDelegate();
      library.startWithLaunchOptions(options);
    }
  }

  /** A real app changes its mode here, and stores it. */
  public void managedPolicyChanged(String policy) {}

  /** And here. */
  public void userRequests(String mode) {}
}
