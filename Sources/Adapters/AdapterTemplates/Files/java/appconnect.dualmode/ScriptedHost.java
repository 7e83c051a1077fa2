import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The library, and the rest of the app, as the mode logic sees them; records what it does. You need
 * not change this file.
 */
public final class ScriptedHost {
  private boolean shouldStart;
  private List<Object> calls = new ArrayList<>();
  private List<Object> actions = new ArrayList<>();

  void begin(boolean shouldStart) {
    this.shouldStart = shouldStart;
    calls = new ArrayList<>();
    actions = new ArrayList<>();
  }

  List<Object> calls() {
    return calls;
  }

  List<Object> actions() {
    return actions;
  }

  // Calls to the library.

  public boolean shouldStartAppConnect() {
    calls.add(Map.of("method", "shouldStartAppConnect"));
    return shouldStart;
  }

  public void initWithDelegate() {
    calls.add(Map.of("method", "initWithDelegate"));
  }

  /** {@code options} as they came with the launch, or null. */
  public void startWithLaunchOptions(Map<String, Object> options) {
    Map<String, Object> call = new LinkedHashMap<>();
    call.put("method", "startWithLaunchOptions");
    call.put("options", options);
    calls.add(call);
  }

  public void retire() {
    calls.add(Map.of("method", "retire"));
  }

  public void stop() {
    calls.add(Map.of("method", "stop"));
  }

  // The app's own actions.

  public void eraseSensitiveData() {
    actions.add(Map.of("method", "eraseSensitiveData"));
  }

  public void notifyModeChange(boolean success) {
    actions.add(Map.of("method", "notifyModeChange", "success", success));
  }

  public void encryptExistingData() {
    actions.add(Map.of("method", "encryptExistingData"));
  }
}
