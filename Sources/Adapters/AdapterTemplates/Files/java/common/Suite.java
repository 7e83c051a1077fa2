import java.util.List;
import java.util.Map;

/** What an adapter does for one suite; see {@link Json} for the types of the values. */
public interface Suite {
  /** What the implementation claims of this suite. */
  Map<String, Object> claim();

  /** A fresh app: everything is forgotten but what the request says to keep. */
  void start(Map<String, Object> configuration, Map<String, Object> request) throws Exception;

  /** Lets one thing happen; returns the members of {@code observed}. */
  Map<String, Object> step(String action, Map<String, Object> request) throws Exception;

  /** What came after the last reply. */
  default List<Object> takeLate() {
    return List.of();
  }
}
