import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The suite {@code abt}: starts libraries and opens URLs. You need not change this file. */
public final class ABTSuite implements Suite {
  private final List<String> editions;
  private final List<String> capabilities;
  private final Function<App, ABTLibrary> makeLibrary;
  private final TypedValues encoder;
  private final List<Object> late = Collections.synchronizedList(new ArrayList<>());
  private ABTLibrary library;

  /** The app of a library; {@code urlScheme} and {@code encryptionSecret} may be null. */
  public record App(
      String bundleIdentifier,
      String apiKey,
      String urlScheme,
      String edition,
      String encryptionSecret,
      boolean allowUnencrypted,
      Object dialect) {}

  /**
   * {@code makeLibrary} makes a library within a fresh app; {@code plainValue} says what a value of
   * the library's own type is, or null.
   */
  public ABTSuite(
      List<String> editions,
      List<String> capabilities,
      Function<App, ABTLibrary> makeLibrary,
      UnaryOperator<Object> plainValue) {
    encoder = new TypedValues(plainValue);
    this.editions = editions;
    this.capabilities = capabilities;
    this.makeLibrary = makeLibrary;
  }

  @Override
  public Map<String, Object> claim() {
    return Map.of("editions", editions, "capabilities", capabilities);
  }

  @Override
  public void start(Map<String, Object> configuration, Map<String, Object> request) {
    library = null;
    App app =
        new App(
            Json.string(configuration.get("bundleIdentifier"), "bundleIdentifier"),
            Json.string(configuration.get("apiKey"), "apiKey"),
            (String) configuration.get("urlScheme"),
            Json.string(configuration.get("edition"), "edition"),
            (String) configuration.get("encryptionSecret"),
            Boolean.TRUE.equals(configuration.get("allowUnencrypted")),
            configuration.get("dialect"));
    if (!editions.contains(app.edition)) {
      throw new Unsupported("there is no edition " + app.edition);
    }
    if (app.dialect != null && !capabilities.contains("dialect")) {
      throw new Unsupported("this library speaks the default dialect only");
    }
    library = AdapterLoop.libraryCall(() -> makeLibrary.apply(app));
  }

  @Override
  public Map<String, Object> step(String action, Map<String, Object> request) {
    if (!action.equals("open")) {
      throw new Unsupported("the suite abt has no action " + action);
    }
    if (library == null) {
      throw new AdapterTrouble("no library is started");
    }
    Object script = request.get("delegate");
    ScriptedDelegate delegate =
        new ScriptedDelegate(
            request.get("id"),
            script == null ? Map.of() : Json.object(script, "delegate"),
            capabilities,
            late,
            encoder);
    boolean handled;
    if (request.get("url") instanceof String url) {
      handled = AdapterLoop.libraryCall(() -> library.open(url, delegate));
    } else {
      byte[] url = TypedValues.decodeBase64(request.get("urlBase64"), "url");
      handled = AdapterLoop.libraryCall(() -> library.open(url, delegate));
    }
    Map<String, Object> observed = new LinkedHashMap<>(Map.of("handled", handled));
    observed.putAll(delegate.finish());
    return observed;
  }

  @Override
  public List<Object> takeLate() {
    synchronized (late) {
      List<Object> taken = List.copyOf(late);
      late.clear();
      return taken;
    }
  }
}
