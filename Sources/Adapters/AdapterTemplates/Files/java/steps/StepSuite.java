import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A suite of steps: one thing happens to an implementation, and the reply tells what it did. You
 * need not change this file; {@code Adapter.java} has the table of the suite's actions.
 *
 * @param <H> what the implementation calls
 */
public final class StepSuite<H extends Journal> implements Suite {
  /** What the adapter makes of the implementation; the actions are methods beside this one. */
  public interface Installation {
    /** Tells what each reply tells. */
    void observe() throws Exception;
  }

  /** Makes an installation for a start. */
  public interface Maker<I, H> {
    I make(Map<String, Object> configuration, H host, Storage storage) throws Exception;
  }

  /** The method that performs an action. */
  public interface Performer<I> {
    void perform(I installation, Map<String, Object> step) throws Exception;
  }

  private record Action(
      Performer<Installation> performer, List<String> members, boolean whileRunning) {}

  private final List<String> lists;
  private final List<String> capabilities;
  private final Supplier<H> makeHost;
  private final Maker<? extends Installation, H> makeInstallation;
  private final Map<String, Action> actions = new LinkedHashMap<>();
  private final List<Object> late = new ArrayList<>();
  private H host;
  private Installation installation;
  private boolean running;

  /** {@code lists} are the members of a reply that are always there. */
  public StepSuite(
      List<String> lists,
      List<String> capabilities,
      Supplier<H> makeHost,
      Maker<? extends Installation, H> makeInstallation) {
    this.lists = lists;
    this.capabilities = capabilities;
    this.makeHost = makeHost;
    this.makeInstallation = makeInstallation;
  }

  /**
   * A row of the table. Each member is written as {@code "name: shape"}: text, boolean, integer,
   * object, array, or the words that are allowed, with {@code |} between them; {@code ?} after it:
   * the member may be missing or null.
   */
  public <I extends Installation> StepSuite<H> action(
      String name, Performer<I> performer, String... members) {
    return add(name, performer, members, false);
  }

  /** A row for what makes sense only between {@code launch} and {@code terminate}. */
  public <I extends Installation> StepSuite<H> actionWhileRunning(
      String name, Performer<I> performer, String... members) {
    return add(name, performer, members, true);
  }

  @SuppressWarnings("unchecked")
  private <I extends Installation> StepSuite<H> add(
      String name, Performer<I> performer, String[] members, boolean whileRunning) {
    Performer<Installation> any = (installation, step) -> performer.perform((I) installation, step);
    actions.put(name, new Action(any, List.of(members), whileRunning));
    return this;
  }

  @Override
  public Map<String, Object> claim() {
    return capabilities.isEmpty() ? Map.of() : Map.of("capabilities", capabilities);
  }

  @Override
  public void start(Map<String, Object> configuration, Map<String, Object> request)
      throws IOException {
    running = false;
    installation = null;
    host = makeHost.get();
    host.keepLateIn(late);
    host.begin(request, lists, false);
    boolean keep = Boolean.TRUE.equals(request.get("keep"));
    Storage storage = new Storage((String) request.get("storage"), keep, host);
    installation =
        AdapterLoop.libraryCall(() -> makeInstallation.make(configuration, host, storage));
  }

  @Override
  public Map<String, Object> step(String name, Map<String, Object> request) {
    Action action = actions.get(name);
    if (action == null) {
      throw new Unsupported("there is no action " + name);
    }
    check(action, request);
    host.begin(request, lists, true);
    return AdapterLoop.libraryCall(
        () -> {
          action.performer().perform(installation, request);
          if (List.of("launch", "terminate").contains(name)) {
            running = name.equals("launch");
          }
          if (host.isDead()) {
            running = false;
            actions.get("terminate").performer().perform(installation, Map.of());
          }
          installation.observe();
          return host.finish();
        });
  }

  @Override
  public List<Object> takeLate() {
    synchronized (late) {
      List<Object> taken = List.copyOf(late);
      late.clear();
      return taken;
    }
  }

  private void check(Action action, Map<String, Object> request) {
    if (request.get("dieAfterPersist") != null && !capabilities.contains("killPoints")) {
      throw new Unsupported("this app cannot be killed at a given write");
    }
    if (action.whileRunning() && !running) {
      throw new AdapterTrouble("the app is not launched");
    }
    for (String member : action.members()) {
      String[] parts = member.split(": ");
      String shape = parts[1].replace("?", "");
      Object value = request.get(parts[0]);
      if (!(value == null ? parts[1].endsWith("?") : fits(value, shape))) {
        throw new AdapterTrouble(parts[0] + " is missing, or not " + shape);
      }
    }
  }

  private static boolean fits(Object value, String shape) {
    return switch (shape) {
      case "text" -> value instanceof String;
      case "boolean" -> value instanceof Boolean;
      case "integer" -> value instanceof Long;
      case "object" -> value instanceof Map<?, ?>;
      case "array" -> value instanceof List<?>;
      default -> Arrays.asList(shape.split("\\|")).contains(value);
    };
  }
}
