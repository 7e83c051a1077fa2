import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What survives the end of the app: an object of JSON values, in a file of the folder that the
 * harness names, or in memory if it names none. You need not change this file.
 */
public final class Storage {
  /** The folder, or null. */
  public final Path folder;

  private final Path file;
  private final Journal journal;
  private Map<String, Object> record = new LinkedHashMap<>();

  Storage(String folder, boolean keep, Journal journal) throws IOException {
    this.folder = folder == null ? null : Path.of(folder);
    this.journal = journal;
    file = folder == null ? null : this.folder.resolve("storage.json");
    if (file != null && !keep) {
      Files.deleteIfExists(file);
    } else if (file != null && Files.exists(file)) {
      record = Json.object(Json.parse(Files.readAllBytes(file)), "the storage");
    }
  }

  /** What is stored. */
  public Map<String, Object> load() {
    return new LinkedHashMap<>(record);
  }

  /** Replaces everything. The harness may let the app die before or after it. */
  public void store(Map<String, ?> values) throws IOException {
    if (!journal.beginWrite()) {
      return;
    }
    if (file != null) { // Moved into place, so that it is complete at any moment.
      StringBuilder text = new StringBuilder();
      Json.write(values, text);
      Path next = file.resolveSibling("storage.new");
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
    record = new LinkedHashMap<>(values);
    journal.endWrite();
  }
}
