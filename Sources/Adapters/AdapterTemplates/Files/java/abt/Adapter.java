import java.util.List;
import java.util.Map;

/**
 * The adapter between assay and a library that is configured through URLs.
 *
 * <p>Change what is marked {@code >>> YOUR LIBRARY}; the other files can stay as they are. Build it
 * with {@code make}, run it with: {@code assay run -- ./adapter}
 */
public final class Adapter implements ABTLibrary {
  // >>> YOUR LIBRARY: its name and version, as the report will show them.
  private static final Map<String, Object> IMPLEMENTATION =
      Map.of("name", "Stub", "version", "0.1.0", "language", "Java");

  // >>> YOUR LIBRARY: what it can do; README.md lists the words. What you do not claim is not
  // tested. Always claim "sequence": the adapter sees to it.
  private static final List<String> EDITIONS = List.of("plain");
  private static final List<String> CAPABILITIES = List.of("sequence");

  // >>> YOUR LIBRARY: put it in instead of StubLibrary.java, and delete that.
  private final StubLibrary library;

  /** One library within one fresh app. */
  private Adapter(ABTSuite.App app) {
    // >>> YOUR LIBRARY: create a new one. It must remember nothing of earlier ones. For the
    // encrypting edition, app also has encryptionSecret and allowUnencrypted.
    library = new StubLibrary(app.bundleIdentifier(), app.apiKey(), app.urlScheme());
  }

  /**
   * What a value of the library's own type is, in a type of TypedValues.java. null if it is none of
   * those: the step is then a failure that names the type.
   */
  private static Object plainValue(Object value) {
    // >>> YOUR LIBRARY: a line for each type that it has and the protocol has not, as in
    // if (value instanceof Set<?> set) return new ArrayList<>(set);
    // if (value instanceof UID uid) return new BigInteger(1, uid.getBytes());
    return null;
  }

  @Override
  public boolean open(String url, ScriptedDelegate delegate) {
    // >>> YOUR LIBRARY: give it the URL as the system would, its delegate, and what it calls to
    // open URLs; return whether it says that the URL was for it.
    boolean handled = library.handleConfigUrl(url, new AppDelegate(delegate), delegate::opened);
    // >>> YOUR LIBRARY: if it goes on working afterwards, wait for its callback:
    // if (handled) delegate.waitUntilQuiet();
    return handled;
  }

  /** What the library calls in the app. >>> YOUR LIBRARY: in the form that it wants. */
  private record AppDelegate(ScriptedDelegate scripted) implements StubLibrary.Delegate {
    @Override
    public boolean applyConfiguration(StubLibrary.ConfigurationSet set) {
      ScriptedDelegate.Answer answer =
          scripted.apply(
              set.category(),
              set.values(),
              record -> {
                if (!record.applied()) {
                  set.didNotApply(record.key());
                } else if (record.hasOldValue()) {
                  set.didApply(record.key(), record.oldValue());
                } else {
                  set.didApply(record.key());
                }
              });
      // >>> YOUR LIBRARY: "cancel" (answer.word()), and answer.errorCode() and
      // answer.errorMessage(), if its delegate can say so.
      return answer.isYes();
    }

    @Override
    public boolean revertConfiguration(String category, List<String> keys) {
      return scripted.revert(category, keys).isYes();
    }
  }

  public static void main(String[] arguments) {
    ABTSuite suite = new ABTSuite(EDITIONS, CAPABILITIES, Adapter::new, Adapter::plainValue);
    new AdapterLoop(IMPLEMENTATION, Map.of("abt", suite)).run();
  }
}
