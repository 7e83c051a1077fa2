import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the implementation does during a step. May be used from any thread: what comes after the
 * reply goes into the next one. You need not change this file.
 */
public class Journal {
  private Map<String, Object> step = Map.of();
  private Map<String, List<Object>> entries = Map.of();
  private Map<String, Object> told = new LinkedHashMap<>();
  private List<Object> late = new ArrayList<>();
  private AdapterTrouble trouble;
  private Long writesLeft;
  private boolean dead;
  private boolean finished = true; // What comes during the start is late.

  // For the adapter.

  /** Adds an entry to a list of the reply, such as {@code calls}. */
  public synchronized void add(String list, Object entry) {
    if (dead) {
      return;
    }
    StringBuilder text = new StringBuilder();
    try {
      Json.write(entry, text); // Now, because the implementation may change it later.
    } catch (RuntimeException error) {
      // The implementation is on the stack: it must not see this exception.
      error.printStackTrace();
      trouble = new AdapterTrouble("an entry of " + list + " is not JSON: " + error.getMessage());
      return;
    }
    if (finished) {
      synchronized (late) {
        late.add(Map.of("id", step.get("id"), list, List.of(new Json.Raw(text))));
      }
    } else {
      entries.get(list).add(new Json.Raw(text));
    }
  }

  /** Sets another member of the reply. */
  public void tell(String name, Object value) {
    told.put(name, value);
  }

  /** A member of the step, such as what the app is to answer; null if the step does not say. */
  public Object answer(String... path) {
    Object value = step;
    for (String name : path) {
      value = value instanceof Map<?, ?> object ? object.get(name) : null;
    }
    return value;
  }

  /** An object of JSON from names and values in turn; values can be null. */
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int index = 0; index < namesAndValues.length; index += 2) {
      object.put((String) namesAndValues[index], namesAndValues[index + 1]);
    }
    return object;
  }

  // For StepSuite and Storage.

  /** Where what is late is kept: one list for all installations. */
  synchronized void keepLateIn(List<Object> list) {
    late = list;
  }

  synchronized void begin(Map<String, Object> request, List<String> lists, boolean isStep) {
    step = request;
    entries = new LinkedHashMap<>();
    lists.forEach(list -> entries.put(list, new ArrayList<>()));
    told = new LinkedHashMap<>();
    trouble = null;
    writesLeft = request.get("dieAfterPersist") instanceof Long writes ? writes : null;
    dead = false;
    finished = !isStep;
  }

  synchronized Map<String, Object> finish() {
    finished = true;
    if (trouble != null) {
      throw trouble;
    }
    Map<String, Object> members = new LinkedHashMap<>(entries);
    members.putAll(told);
    return members;
  }

  /**
   * Whether the harness has let the app die within this step: what it does after that is not
   * recorded, and not stored.
   */
  synchronized boolean isDead() {
    return dead;
  }

  synchronized boolean beginWrite() {
    dead = dead || writesLeft != null && writesLeft == 0;
    return !dead;
  }

  synchronized void endWrite() {
    if (writesLeft != null) {
      writesLeft--;
      dead = writesLeft == 0;
    }
  }
}
