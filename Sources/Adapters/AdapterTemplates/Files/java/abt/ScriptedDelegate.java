import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The delegate that the harness scripts: it records what the library asks, and answers as the
 * script of the step says.
 *
 * <p>You need not change this file; Adapter.java passes your library's calls on to it. It may
 * be used from any thread. What comes after the reply goes into the next one.
 */
public final class ScriptedDelegate {
  /**
   * A call that the delegate makes to the library while it is called itself: didNotApply unless
   * {@code applied}. An old value can be null, too.
   */
  public record Record(boolean applied, String key, boolean hasOldValue, Object oldValue) {}

  /** The answer: {@code yes}, {@code no} or {@code cancel}; code and message may be null. */
  public record Answer(String word, Long errorCode, String errorMessage) {
    /** Whether it is yes. */
    public boolean isYes() {
      return word.equals("yes");
    }
  }

  private record Turn(List<Record> records, Answer answer) {}

  private final Object stepId;
  private final List<Turn> turns;
  private final Turn revert;
  private final List<Object> late;
  private final TypedValues encoder;
  private final boolean showsSequence;
  private final boolean showsLog;
  private final List<Object> calls = new ArrayList<>();
  private final List<Object> callbacks = new ArrayList<>();
  private final List<Object> log = new ArrayList<>();
  private int applies;
  private int events;
  private boolean finished;
  private RuntimeException trouble;

  /** A delegate for one step; what is too late for its reply goes to {@code late}. */
  ScriptedDelegate(
      Object stepId,
      Map<String, Object> script,
      List<String> capabilities,
      List<Object> late,
      TypedValues encoder) {
    this.stepId = stepId;
    this.encoder = encoder;
    showsSequence = capabilities.contains("sequence");
    showsLog = capabilities.contains("log");
    this.late = late;
    turns = List.of(readTurn(script.get("apply")), readTurn(script.get("rollback")));
    revert = readTurn(script.get("revert"));
  }

  // What the library under test does.

  /**
   * The library asks to apply {@code values} (see {@link TypedValues}). Calls {@code recorder} for
   * each record of the script, in order. The first call follows the script's {@code apply}, the
   * second its {@code rollback}. A category is a String, null, or what else the library takes for
   * one.
   */
  public Answer apply(Object category, Object values, Consumer<Record> recorder) {
    Map<String, Object> call = new LinkedHashMap<>();
    call.put("method", "apply");
    call.put("category", told(() -> encoder.text(category), TypedValues.TOO_LARGE));
    call.put("values", told(() -> encoder.values(values), TypedValues.TOO_LARGE));
    int index;
    synchronized (this) {
      note("calls", calls, call);
      index = applies++;
    }
    Turn turn = index < turns.size() ? turns.get(index) : readTurn(null);
    turn.records.forEach(recorder);
    return turn.answer;
  }

  /** The library asks to revert {@code keys}. */
  public synchronized Answer revert(Object category, Iterable<?> keys) {
    Map<String, Object> call = new LinkedHashMap<>();
    call.put("method", "revert");
    call.put("category", told(() -> encoder.text(category), TypedValues.TOO_LARGE));
    call.put("keys", told(() -> encoder.keys(keys), List.of(TypedValues.TOO_LARGE)));
    note("calls", calls, call);
    return revert.answer;
  }

  /** The library opens a URL: its callback. */
  public void opened(String url) {
    opened((Object) url);
  }

  /** The library opens a URL that need not be UTF-8. */
  public void opened(byte[] url) {
    try {
      opened((Object) StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(url)).toString());
    } catch (CharacterCodingException noText) {
      opened(Map.of("base64", Base64.getEncoder().encodeToString(url)));
    }
  }

  /** The library logs a line; shown if the capability {@code log} is claimed. */
  public synchronized void log(String line) {
    if (!finished) {
      log.add(line);
    }
  }

  // What the adapter does.

  /** Waits until a callback has been opened, but not longer than 500 ms. */
  public synchronized void waitUntilQuiet() throws InterruptedException {
    long deadline = System.nanoTime() + 500_000_000;
    while (callbacks.isEmpty()) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  /** What happened in this step; whatever comes from now on is late. */
  synchronized Map<String, Object> finish() {
    finished = true;
    if (trouble != null) {
      throw trouble;
    }
    Map<String, Object> observed = new LinkedHashMap<>();
    observed.put("calls", calls);
    observed.put("callbacks", callbacks);
    if (showsLog) {
      observed.put("log", log);
    }
    return observed;
  }

  private void opened(Object url) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("url", url);
    synchronized (this) {
      note("callbacks", callbacks, entry);
    }
  }

  private void note(String kind, List<Object> list, Map<String, Object> entry) {
    Object noted = entry;
    events++;
    if (showsSequence) {
      entry.put("sequence", events); // One count over calls and callbacks.
    } else if (kind.equals("callbacks")) {
      noted = entry.get("url");
    }
    if (finished) {
      late.add(Map.of("id", stepId, kind, List.of(noted)));
    } else {
      list.add(noted);
      notifyAll();
    }
  }

  /** What is shown; a stand-in for what cannot be told. */
  private Object told(Supplier<Object> encode, Object otherwise) {
    // The library is on the stack: it must not see an exception of the adapter.
    try {
      return encode.get();
    } catch (RuntimeException error) {
      synchronized (this) {
        if (finished) {
          error.printStackTrace(); // No reply will tell it.
        }
        trouble = trouble == null ? error : trouble;
      }
      return otherwise;
    }
  }

  private static Turn readTurn(Object value) {
    Map<String, Object> turn = value == null ? Map.of() : Json.object(value, "a turn");
    List<Record> records = new ArrayList<>();
    for (Object entry : Json.array(turn.getOrDefault("records", List.of()), "records")) {
      Map<String, Object> record = Json.object(entry, "a record");
      String kind = Json.string(record.get("record"), "the name of a record");
      if (!List.of("didApply", "didNotApply").contains(kind)) {
        throw new AdapterTrouble("there is no record " + kind);
      }
      records.add(
          new Record(
              kind.equals("didApply"),
              Json.string(record.get("key"), "the key of a record"),
              record.containsKey("oldValue"),
              TypedValues.decode(record.get("oldValue"))));
    }
    String word = Json.string(turn.getOrDefault("answer", "yes"), "the answer");
    if (!List.of("yes", "no", "cancel").contains(word)) {
      throw new AdapterTrouble("a delegate cannot answer " + word);
    }
    Map<String, Object> error =
        turn.get("error") == null ? Map.of() : Json.object(turn.get("error"), "the error");
    Answer answer = new Answer(word, (Long) error.get("code"), (String) error.get("message"));
    return new Turn(records, answer);
  }
}
