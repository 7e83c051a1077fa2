import com.dd.plist.BinaryPropertyListParser;
import com.dd.plist.BinaryPropertyListWriter;
import com.dd.plist.NSArray;
import com.dd.plist.NSData;
import com.dd.plist.NSDate;
import com.dd.plist.NSDictionary;
import com.dd.plist.NSNumber;
import com.dd.plist.NSObject;
import com.dd.plist.NSString;
import com.dd.plist.PropertyListFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** dd-plist, in Java. */
public final class Adapter implements ABTLibrary {
  private static final List<String> EDITIONS = List.of("plain");
  private static final List<String> CAPABILITIES = List.of("sequence");

  private final ConfigurationLibrary library;

  private Adapter(ABTSuite.App app, boolean catchesAll) {
    Stack stack = new Stack(catchesAll);
    library = new ConfigurationLibrary(app.bundleIdentifier(), app.apiKey(), app.urlScheme(), stack);
  }

  @Override
  public boolean open(String url, ScriptedDelegate delegate) {
    return library.handleConfigUrl(url, new AppDelegate(delegate), delegate::opened);
  }

  /**
   * The stack. It declares PropertyListFormatException and IOException for data that it cannot read. With
   * {@code catchesAll} any other exception is taken for the same; else, and if it is an Error, it ends the process.
   */
  private record Stack(boolean catchesAll) implements ConfigurationLibrary.Stack {
    // Values are refused beyond these levels and these members of containers, counted as often as they occur: what a
    // library must accept is far below, and the kit shows no values with more.
    private static final int MAX_LEVELS = 300;
    private static final int MAX_MEMBERS = 60_000;

    @Override
    public Object read(byte[] data) throws ConfigurationLibrary.Refused {
      NSObject root;
      try {
        root = BinaryPropertyListParser.parse(data);
      } catch (PropertyListFormatException | IOException error) {
        throw ConfigurationLibrary.Refused.undecodable();
      } catch (RuntimeException error) {
        if (catchesAll) {
          throw ConfigurationLibrary.Refused.undecodable();
        }
        throw error;
      }
      return convert(root, 0, new int[1]);
    }

    @Override
    public byte[] write(List<String> strings) {
      NSArray array = new NSArray(strings.size());
      for (int index = 0; index < strings.size(); index++) {
        array.setValue(index, strings.get(index));
      }
      try {
        return BinaryPropertyListWriter.writeToArray(array);
      } catch (IOException error) {
        throw new AdapterTrouble("no property list of strings: " + error);
      }
    }

    private static Object convert(NSObject object, int level, int[] members)
        throws ConfigurationLibrary.Refused {
      if (object instanceof NSString string) {
        return string.getContent();
      } else if (object instanceof NSData data) {
        return data.bytes();
      } else if (object instanceof NSDate date) {
        return date.getDate();
      } else if (object instanceof NSNumber number) {
        return switch (number.type()) {
          case NSNumber.BOOLEAN -> (Object) number.boolValue();
          case NSNumber.REAL -> (Object) number.doubleValue();
          default -> (Object) number.longValue();
        };
      } else if (object instanceof NSArray array) {
        count(array.count(), level, members);
        List<Object> elements = new ArrayList<>();
        for (NSObject element : array.getArray()) {
          elements.add(convert(element, level + 1, members));
        }
        return elements;
      } else if (object instanceof NSDictionary dictionary) {
        count(dictionary.count(), level, members);
        Map<String, Object> converted = new LinkedHashMap<>();
        for (Map.Entry<String, NSObject> member : dictionary.entrySet()) {
          converted.put(member.getKey(), convert(member.getValue(), level + 1, members));
        }
        return converted;
      }
      throw ConfigurationLibrary.Refused.undecodable(); // Null, UIDs and sets have no name in the adapter protocol.
    }

    private static void count(int more, int level, int[] members) throws ConfigurationLibrary.Refused {
      members[0] += more;
      if (members[0] > MAX_MEMBERS || level > MAX_LEVELS) {
        throw ConfigurationLibrary.Refused.tooLarge();
      }
    }
  }

  private record AppDelegate(ScriptedDelegate scripted) implements ConfigurationLibrary.Delegate {
    @Override
    public ConfigurationLibrary.Outcome apply(String category, Map<?, ?> values) {
      List<String> applied = new ArrayList<>();
      List<String> notApplied = new ArrayList<>();
      ScriptedDelegate.Answer answer =
          scripted.apply(category, values, record -> (record.applied() ? applied : notApplied).add(record.key()));
      return new ConfigurationLibrary.Outcome(answer.isYes(), applied, notApplied);
    }

    @Override
    public boolean revert(String category, List<String> keys) {
      return scripted.revert(category, keys).isYes();
    }
  }

  /** The jar names its version in the properties of Maven. */
  private static String version() {
    String place = "/META-INF/maven/com.googlecode.plist/dd-plist/pom.properties";
    try (InputStream stream = NSObject.class.getResourceAsStream(place)) {
      java.util.Properties properties = new java.util.Properties();
      properties.load(stream);
      return properties.getProperty("version");
    } catch (IOException | NullPointerException error) {
      return "unknown";
    }
  }

  public static void main(String[] arguments) {
    boolean catchesAll = List.of(arguments).contains("--catch-all");
    ABTSuite suite = new ABTSuite(EDITIONS, CAPABILITIES, app -> new Adapter(app, catchesAll), value -> null);
    Map<String, Object> implementation = Map.of("name", "dd-plist", "version", version(), "language", "Java");
    new AdapterLoop(implementation, Map.of("abt", suite)).run();
  }
}
