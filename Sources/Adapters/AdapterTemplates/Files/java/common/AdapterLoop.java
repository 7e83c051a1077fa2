import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The request loop of an adapter: JSON lines in, one reply per request out.
 *
 * <p>You need not change this file. Whatever the library under test prints to {@code System.out} is
 * redirected to standard error, so that it cannot spoil the replies.
 */
public final class AdapterLoop {
  private static final int PROTOCOL = 1;
  private static final int MAX_LINE_BYTES = 16 << 20;
  private static final long MAX_ID = 1L << 53;
  private static final int CRASH_STATUS = 70;

  private final Map<String, Object> implementation;
  private final Map<String, Suite> suites;
  private final boolean freshProcess;
  private final byte[] chunk = new byte[1 << 16];
  private int chunkAt;
  private int chunkEnd;
  private Suite current;
  private boolean stopped;

  /** An adapter for suites, each under its name; {@code implementation} is shown in reports. */
  public AdapterLoop(Map<String, Object> implementation, Map<String, Suite> suites) {
    this(implementation, suites, false);
  }

  /** The same; {@code freshProcess} for a library that cannot be started twice in one process. */
  public AdapterLoop(
      Map<String, Object> implementation, Map<String, Suite> suites, boolean freshProcess) {
    this.implementation = implementation;
    this.suites = suites;
    this.freshProcess = freshProcess;
  }

  /**
   * Serves standard input until {@code stop} or its end, then ends the process: now, whatever
   * threads the library has left behind.
   */
  public void run() {
    OutputStream output = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    int status = 0;
    try {
      serve(System.in, output);
    } catch (IOException harnessIsGone) {
      status = 1;
    }
    Runtime.getRuntime().halt(status);
  }

  private void serve(InputStream input, OutputStream output) throws IOException {
    boolean more = true;
    while (more && !stopped) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      more = readLine(input, line);
      if (!isBlank(line)) {
        // One write for each reply, and nothing that would have to be flushed.
        output.write(answer(line.size() > MAX_LINE_BYTES ? null : line.toByteArray()));
      }
    }
  }

  /** Reads up to a line feed, of a line that is too long only a part; false at the end. */
  private boolean readLine(InputStream input, ByteArrayOutputStream line) throws IOException {
    while (true) {
      if (chunkAt == chunkEnd) {
        chunkAt = 0;
        chunkEnd = Math.max(0, input.read(chunk));
        if (chunkEnd == 0) {
          return false;
        }
      }
      int begin = chunkAt;
      while (chunkAt < chunkEnd && chunk[chunkAt] != '\n') {
        chunkAt++;
      }
      if (line.size() <= MAX_LINE_BYTES) {
        line.write(chunk, begin, chunkAt - begin);
      }
      if (chunkAt < chunkEnd) {
        chunkAt++;
        return true;
      }
    }
  }

  private static boolean isBlank(ByteArrayOutputStream line) {
    return line.size() < 80 && line.toString(StandardCharsets.ISO_8859_1).matches("[ \t\r]*");
  }

  private byte[] answer(byte[] line) {
    long id = 0;
    try {
      if (line == null) {
        throw new AdapterTrouble("the line is longer than " + MAX_LINE_BYTES + " bytes");
      }
      Map<String, Object> request = Json.object(Json.parse(line), "the request");
      if (!(request.get("id") instanceof Long number) || Math.abs(number) >= MAX_ID) {
        throw new AdapterTrouble("the request has no integer id below 2^53");
      }
      id = number;
      return handle(id, request);
    } catch (Unsupported error) {
      return reply(id, "unsupported", Map.of("reason", error.getMessage()));
    } catch (Exception | StackOverflowError error) { // The next request is served all the same.
      error.printStackTrace();
      String message = error.toString();
      message = message.substring(0, Math.min(message.length(), 1_000));
      return reply(id, "failure", Map.of("message", message));
    }
  }

  private byte[] handle(long id, Map<String, Object> request) throws Exception {
    String type = String.valueOf(request.get("type"));
    switch (type) {
      case "hello":
        return reply(id, type, hello());
      case "start":
        Suite suite = suites.get(String.valueOf(request.get("suite")));
        if (suite == null) {
          throw new Unsupported("this adapter has no suite " + request.get("suite"));
        }
        current = null;
        Object configuration = request.getOrDefault("configuration", Map.of());
        suite.start(Json.object(configuration, "configuration"), request);
        current = suite;
        // Last, because a refused start would lose the entries.
        return reply(id, "started", late());
      case "step":
        if (current == null) {
          throw new AdapterTrouble("a step came before any start");
        }
        Map<String, Object> observed = new LinkedHashMap<>();
        observed.putAll(current.step(String.valueOf(request.get("action")), request));
        observed.putAll(late());
        return reply(id, "observed", observed);
      case "stop":
        stopped = true;
        return reply(id, "stopped", late());
      default:
        throw new Unsupported("there is no request " + type + " in protocol " + PROTOCOL);
    }
  }

  private Map<String, Object> hello() {
    Map<String, Object> claims = new LinkedHashMap<>();
    suites.forEach((name, suite) -> claims.put(name, suite.claim()));
    Map<String, Object> hello = new LinkedHashMap<>();
    hello.put("protocol", PROTOCOL);
    hello.put("implementation", implementation);
    hello.put("suites", claims);
    if (freshProcess) {
      hello.put("freshProcess", true);
    }
    return hello;
  }

  private Map<String, Object> late() {
    List<Object> late = current == null ? List.of() : current.takeLate();
    return late.isEmpty() ? Map.of() : Map.of("late", late);
  }

  private static byte[] reply(long id, String type, Map<String, Object> members) {
    StringBuilder line = render(id, type, members);
    if (line.length() > MAX_LINE_BYTES && members.get("calls") instanceof List<?> calls) {
      for (Object call : calls) {
        Json.object(call, "a call")
            .computeIfPresent("values", (key, values) -> TypedValues.TOO_LARGE);
      }
      line = render(id, type, members);
    }
    if (line.length() > MAX_LINE_BYTES) {
      line = render(id, "failure", Map.of("message", "the reply is too long"));
    }
    return line.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static StringBuilder render(long id, String type, Map<String, Object> members) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("id", id);
    reply.put("type", type);
    reply.putAll(members);
    StringBuilder line = new StringBuilder();
    Json.write(reply, line);
    return line.append('\n');
  }

  /**
   * Calls into the library under test.
   *
   * <p>Anything thrown out of it would end an app: it ends the adapter, and the harness sees the
   * crash that it is. A {@code failure} would hide it.
   */
  public static <T> T libraryCall(Callable<T> call) {
    try {
      return call.call();
    } catch (Unsupported | AdapterTrouble error) {
      throw error;
    } catch (Throwable error) {
      error.printStackTrace();
      Runtime.getRuntime().halt(CRASH_STATUS);
      throw new AssertionError(error);
    }
  }
}
