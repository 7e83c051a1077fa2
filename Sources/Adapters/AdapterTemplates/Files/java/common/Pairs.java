import java.util.ArrayList;
import java.util.Map;

/** A dictionary as a list of its members, in case a key occurs twice. */
public final class Pairs extends ArrayList<Map.Entry<String, Object>> {
  private static final long serialVersionUID = 1;
}
