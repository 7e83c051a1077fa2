import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What survives the end of the app: texts by name, in a file of the folder that the harness names,
 * or in memory if it names none. You need not change this file.
 */
public final class Storage {
  /** The harness lets the app die at a write; do not catch this. */
  public static final class AppDied extends Error {
    private static final long serialVersionUID = 1;
  }

  private final Path file;
  private final Map<String, String> texts = new TreeMap<>();
  private long writesUntilDeath = -1;

  Storage(String folder, boolean keep) throws IOException {
    file = folder == null ? null : Path.of(folder, "storage.properties");
    if (file == null) {
      return;
    }
    if (!keep) {
      Files.deleteIfExists(file);
    } else if (Files.exists(file)) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
      properties.forEach((name, text) -> texts.put((String) name, (String) text));
    }
  }

  /** Lets the app die after this many writes; negative for never. */
  void dieAfter(long writes) {
    writesUntilDeath = writes;
  }

  /** What is stored. */
  public Map<String, String> load() {
    return new TreeMap<>(texts);
  }

  /** Stores these texts instead of all others. */
  public void store(Map<String, String> record) throws IOException {
    if (writesUntilDeath == 0) {
      throw new AppDied();
    }
    if (file != null) { // Moved into place, so that it is complete at any moment.
      Properties properties = new Properties();
      properties.putAll(record);
      Path next = file.resolveSibling("storage.new");
      try (Writer writer = Files.newBufferedWriter(next)) {
        properties.store(writer, null);
      }
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
    texts.clear();
    texts.putAll(record);
    if (writesUntilDeath > 0 && --writesUntilDeath == 0) {
      throw new AppDied();
    }
  }
}
