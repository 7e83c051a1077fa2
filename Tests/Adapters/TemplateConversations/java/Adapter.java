import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;

/** An adapter around a library that does what each URL says: see converse. */
public final class Adapter implements ABTLibrary {
  private static final boolean CLAIMS_NOTHING = System.getenv("CLAIMS_NOTHING") != null;
  private static final List<String> CAPABILITIES =
      CLAIMS_NOTHING ? List.of() : List.of("sequence", "log", "bytes", "dialect");

  private Adapter(ABTSuite.App app) {
    if (Map.of("refuse", true).equals(app.dialect())) {
      throw new Unsupported("not this dialect");
    }
    if (app.apiKey().equals("crash")) {
      throw new IllegalStateException("the library fails");
    }
  }

  @Override
  public boolean open(byte[] url, ScriptedDelegate delegate) {
    if (CLAIMS_NOTHING) {
      throw new Unsupported("text only");
    }
    delegate.opened(url);
    return false;
  }

  @Override
  public boolean open(String url, ScriptedDelegate delegate) throws Exception {
    switch (url) {
      case "values":
        showValues(delegate);
        break;
      case "revert":
        delegate.opened(said(delegate.revert("c", List.of("host", "a\0")), List.of()));
        break;
      case "large":
        for (int time = 0; time < 3; time++) {
          delegate.apply(null, Map.of("v", "x".repeat(6 << 20)), record -> {});
        }
        break;
      case "wide":
        List<String> wide = Collections.nCopies(10_000, "x".repeat(1 << 20));
        delegate.apply(null, Map.of("v", wide), record -> {});
        break;
      case "deep":
        Object value = null;
        for (int level = 0; level < 5_000; level++) {
          value = Collections.singletonList(value);
        }
        delegate.apply(null, Map.of("v", value), record -> {});
        break;
      case "log":
        delegate.log("logged");
        break;
      case "print":
        System.out.println("to standard output");
        break;
      case "late":
        after(() -> delegate.opened("later"));
        break;
      case "soon":
        after(() -> delegate.opened("soon"));
        delegate.waitUntilQuiet();
        break;
      case "unsupported":
        throw new Unsupported("not today");
      case "trouble":
        throw new AdapterTrouble("broken");
      case "crash":
        throw new IllegalStateException("the library fails");
      default:
    }
    return true;
  }

  private static void showValues(ScriptedDelegate delegate) {
    List<ScriptedDelegate.Record> records = new ArrayList<>();
    ScriptedDelegate.Answer answer = delegate.apply(null, Map.of(), records::add);
    Map<String, Object> old = new LinkedHashMap<>();
    for (ScriptedDelegate.Record record : records) {
      if (record.hasOldValue()) {
        old.put(record.key(), record.oldValue());
      }
    }
    delegate.opened(said(answer, records));
    records.clear();
    answer = delegate.apply("ä", old, records::add);
    delegate.opened(said(answer, records));
    delegate.apply("", Collections.singletonMap("nothing", null), record -> {});
  }

  private static void after(Runnable body) {
    new Timer(true)
        .schedule(
            new TimerTask() {
              @Override
              public void run() {
                body.run();
              }
            },
            50);
  }

  private static String said(
      ScriptedDelegate.Answer answer, List<ScriptedDelegate.Record> records) {
    StringBuilder told = new StringBuilder(answer.word());
    for (ScriptedDelegate.Record record : records) {
      String name = record.applied() ? "didApply" : "didNotApply";
      told.append(',').append(record.hasOldValue() ? "didApplyOld" : name);
      told.append(' ').append(record.key());
    }
    if (answer.errorCode() != null) {
      told.append(',').append(answer.errorCode()).append(' ').append(answer.errorMessage());
    }
    return told.toString();
  }

  public static void main(String[] arguments) {
    Map<String, Object> identity = Map.of("name", "Told", "version", "1", "language", "Java");
    ABTSuite suite = new ABTSuite(List.of("plain"), CAPABILITIES, Adapter::new);
    new AdapterLoop(identity, Map.of("abt", suite), !CLAIMS_NOTHING).run();
  }
}
