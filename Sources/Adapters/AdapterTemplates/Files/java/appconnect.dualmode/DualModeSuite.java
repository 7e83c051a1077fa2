import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The suite {@code appconnect.dualmode}: plays the library to an app's mode logic. You need not
 * change this file.
 */
public final class DualModeSuite implements Suite {
  private final List<String> capabilities;
  private final BiFunction<ScriptedHost, Storage, DualModeApp> makeApp;
  private final ScriptedHost host = new ScriptedHost();
  private Storage storage;
  private DualModeApp app; // null while the app does not run.

  /** {@code makeApp} makes the mode logic of an app that is about to be launched. */
  public DualModeSuite(
      List<String> capabilities, BiFunction<ScriptedHost, Storage, DualModeApp> makeApp) {
    this.capabilities = capabilities;
    this.makeApp = makeApp;
  }

  @Override
  public Map<String, Object> claim() {
    return Map.of("capabilities", capabilities);
  }

  @Override
  public void start(Map<String, Object> configuration, Map<String, Object> request)
      throws IOException {
    app = null;
    String folder = (String) request.get("storage");
    storage = new Storage(folder, Boolean.TRUE.equals(request.get("keep")));
  }

  @Override
  public Map<String, Object> step(String action, Map<String, Object> request) {
    if (!List.of("launch", "managedPolicy", "userRequests", "terminate").contains(action)) {
      throw new Unsupported("the suite appconnect.dualmode has no action " + action);
    }
    if (app == null && List.of("managedPolicy", "userRequests").contains(action)) {
      throw new AdapterTrouble("the app is not launched");
    }
    host.begin(Boolean.TRUE.equals(request.get("shouldStart")));
    storage.dieAfter(request.get("dieAfterPersist") instanceof Long writes ? writes : -1);
    return AdapterLoop.libraryCall(
        () -> {
          perform(action, request);
          return observed(app == null ? makeApp.apply(host, storage) : app);
        });
  }

  private Map<String, Object> observed(DualModeApp shown) {
    Map<String, Object> observed = new LinkedHashMap<>();
    observed.put("calls", host.calls());
    observed.put("app", host.actions());
    observed.put("state", shown.persistedState());
    observed.put("encryption", shown.persistedEncryption());
    return observed;
  }

  private void perform(String action, Map<String, Object> request) throws Exception {
    try {
      switch (action) {
        case "launch":
          app = makeApp.apply(host, storage);
          app.launch(Json.object(request.getOrDefault("options", Map.of()), "options"));
          break;
        case "managedPolicy":
          app.managedPolicy(
              new DualModeApp.Policies(
                  Json.string(request.get("policy"), "policy"),
                  Boolean.TRUE.equals(request.get("secureServices")),
                  Boolean.TRUE.equals(request.get("secureFileIORequired")),
                  Json.string(request.getOrDefault("authState", "AUTHORIZED"), "authState")));
          break;
        case "userRequests":
          app.userRequests(Json.string(request.get("mode"), "mode"));
          break;
        default:
          app = null;
      }
    } catch (Storage.AppDied died) {
      app = null;
    }
  }
}
