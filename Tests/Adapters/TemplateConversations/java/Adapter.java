import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.UnaryOperator;

import told.Uid;
import told.Word;

/** An adapter around a library that does what each URL says: see converse. */
public final class Adapter implements ABTLibrary {
  private static final boolean CLAIMS_NOTHING = System.getenv("CLAIMS_NOTHING") != null;
  private static final List<String> CAPABILITIES =
      CLAIMS_NOTHING ? List.of() : List.of("sequence", "log", "bytes", "dialect");

  private static final class Endless {}

  private static final class Crowd {}

  private static final class Stranger {}

  private static final class Broken {}

  private static Object plainValue(Object value) {
    if (value instanceof Uid uid) {
      return uid.number();
    }
    if (value instanceof Word word) {
      return word.text();
    }
    if (value instanceof Set<?> set) {
      return new ArrayList<>(set);
    }
    if (value instanceof Endless) {
      return List.of(value, value);
    }
    if (value instanceof Crowd) {
      return Collections.nCopies(100_000, 0);
    }
    if (value instanceof Broken) {
      throw new IllegalStateException("the hook fails");
    }
    return null;
  }

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
      case "own types":
        showOwnTypes(delegate);
        break;
      case "other places":
        delegate.apply(7, Map.of(), record -> {});
        delegate.apply(List.of("a", true), Map.of(), record -> {});
        delegate.revert(false, List.of("host", 1, 1.5));
        break;
      case "endless":
        delegate.apply(null, Map.of("v", new Endless()), record -> {});
        break;
      case "crowd":
        delegate.apply(null, Map.of("v", new Crowd()), record -> {});
        break;
      case "broken":
        delegate.apply(null, Map.of("v", new Broken()), record -> {});
        break;
      case "late stranger":
        after(() -> meetStranger("value", delegate));
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
        if (url.startsWith("stranger ")) {
          meetStranger(url.substring(9), delegate);
        }
    }
    return true;
  }

  private static void showOwnTypes(ScriptedDelegate delegate) {
    Map<Object, Object> own = new LinkedHashMap<>();
    own.put("inner", new Uid(9));
    own.put(new Word("word"), "x");
    List<Object> array = List.of(new Uid(8), Set.of(new Word("w")));
    Object values = Map.of("value", new Uid(7), "array", array, "dictionary", own);
    delegate.apply(new Word("c"), values, record -> {});
    delegate.revert(new Uid(3), List.of(new Word("a"), new Uid(4)));
  }

  private static void meetStranger(String place, ScriptedDelegate delegate) {
    Stranger stranger = new Stranger();
    if (place.equals("reverted")) {
      delegate.revert(null, List.of("host", stranger));
      return;
    }
    Object values =
        switch (place) {
          case "value" -> Map.of("v", stranger);
          case "element" -> Map.of("v", List.of("a", stranger));
          case "member" -> Map.of("v", Map.of("k", stranger));
          case "key" -> Map.of("v", Map.of(stranger, 1));
          case "values" -> stranger;
          default -> Map.of();
        };
    delegate.apply(place.equals("category") ? stranger : null, values, record -> {});
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
    boolean hasHook = System.getenv("NO_HOOK") == null;
    UnaryOperator<Object> plainValue = hasHook ? Adapter::plainValue : value -> null;
    ABTSuite suite = new ABTSuite(List.of("plain"), CAPABILITIES, Adapter::new, plainValue);
    new AdapterLoop(identity, Map.of("abt", suite), !CLAIMS_NOTHING).run();
  }
}
