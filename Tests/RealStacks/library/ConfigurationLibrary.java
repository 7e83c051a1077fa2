import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A configuration library after the specification (Protocol.md), plain edition, for any reader of property lists. Everything
 * but the property list is done here.
 */
public final class ConfigurationLibrary {
  private static final String CALLBACK = "absoluteapps://thirdpartyprofilestatus?";
  private static final byte[] MAGIC = {'A', 'B', 'T', 'C'};
  private static final int MAX_INFLATED_BYTES = 1_048_576;
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]*+={0,2}");
  private static final String UNRESERVED = "-._~";

  private static final int MALFORMED_REQUEST = 1;
  private static final int UNKNOWN_ACTION = 2;
  private static final int INVALID_TOKEN = 3;
  private static final int MISSING_DATA = 4;
  private static final int ENCRYPTION_UNSUPPORTED = 5;
  private static final int UNDECODABLE_DATA = 7;
  private static final int DATA_TOO_LARGE = 8;
  private static final int INVALID_DICTIONARY = 9;
  private static final int UNSUPPORTED_VERSION = 10;
  private static final int DELEGATE_FAILED = 11;

  /** A reader and writer of property lists: values are those of the adapter kit. */
  public interface Stack {
    /** The value; throws Refused where the stack says that it cannot read the data. */
    Object read(byte[] data) throws Refused;

    /** A binary property list: an array of strings. */
    byte[] write(List<String> strings);
  }

  /** How the delegate answers, and what it has recorded. */
  public record Outcome(boolean isYes, List<String> applied, List<String> notApplied) {}

  /** What an app implements. */
  public interface Delegate {
    Outcome apply(String category, Map<?, ?> values);

    boolean revert(String category, List<String> keys);
  }

  /** A request that is answered with an error code. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final int code;

    private Refused(int code) {
      this.code = code;
    }

    /** For data that cannot be read. */
    public static Refused undecodable() {
      return new Refused(UNDECODABLE_DATA);
    }

    /** For data that holds more than a library must accept. */
    public static Refused tooLarge() {
      return new Refused(DATA_TOO_LARGE);
    }
  }

  private final String scheme;
  private final byte[] token;
  private final Stack stack;

  public ConfigurationLibrary(String bundleIdentifier, String apiKey, String urlScheme, Stack stack) {
    scheme = urlScheme == null ? "x-absolutemanageconfig." + bundleIdentifier : urlScheme;
    token = hmac(apiKey, bundleIdentifier);
    this.stack = stack;
  }

  /** Returns whether the URL was for this library; {@code openUrl} is given the callback. */
  public boolean handleConfigUrl(String url, Delegate delegate, Consumer<String> openUrl) {
    int colon = url.indexOf(':');
    if (colon < 0 || !lowerCase(url.substring(0, colon)).equals(lowerCase(scheme))) {
      return false;
    }
    String[] parts = before(url.substring(colon + 1), '#').split("\\?", 2);
    Map<String, String> values = new LinkedHashMap<>();
    Set<String> malformed = new HashSet<>();
    readParameters(parts.length < 2 ? "" : parts[1], values, malformed);
    Map<String, String> answer = new LinkedHashMap<>();
    for (String name : List.of("profile", "payload", "token")) {
      if (values.containsKey(name)) {
        answer.put(name, values.get(name));
      }
    }
    try {
      List<String> changed = process(verb(parts[0]), values, malformed, delegate);
      answer.put("status", "Success");
      if (changed != null) {
        answer.put("changedValues", Base64.getEncoder().encodeToString(deflate(stack.write(changed))));
      }
    } catch (Refused refused) {
      answer.put("status", "Error");
      answer.put("errorCode", Integer.toString(refused.code));
    }
    List<String> shown = new ArrayList<>();
    answer.forEach((name, value) -> shown.add(name + "=" + percentEncode(value)));
    openUrl.accept(CALLBACK + String.join("&", shown));
    return true;
  }

  /** The changed keys of an apply, null for a reset. */
  private List<String> process(
      String verb, Map<String, String> values, Set<String> malformed, Delegate delegate) throws Refused {
    byte[] sent = values.getOrDefault("token", "").getBytes(StandardCharsets.UTF_8);
    require(malformed.contains("token") || MessageDigest.isEqual(sent, token), INVALID_TOKEN);
    boolean isNamed = !values.getOrDefault("profile", "").isEmpty() && !values.getOrDefault("payload", "").isEmpty();
    require(malformed.isEmpty() && isNamed, MALFORMED_REQUEST);
    require(verb.equals("apply") || verb.equals("reset"), UNKNOWN_ACTION);
    String data = values.getOrDefault("data", "");
    require(!data.isEmpty(), values.containsKey("data-x") ? ENCRYPTION_UNSUPPORTED : MISSING_DATA);
    Map<?, ?> content = dictionary(stack.read(unpack(data)));
    require(content.get("Version") instanceof Number version && isInteger(version), INVALID_DICTIONARY);
    require(content.get("Version").equals(1L), UNSUPPORTED_VERSION);
    require(!content.containsKey("Category") || content.get("Category") instanceof String, INVALID_DICTIONARY);
    String category = (String) content.get("Category");
    return verb.equals("apply") ? apply(content, category, delegate) : reset(content, category, delegate);
  }

  private static List<String> apply(Map<?, ?> content, String category, Delegate delegate) throws Refused {
    Map<?, ?> configuration = dictionary(content.get("Configuration"));
    Outcome outcome = delegate.apply(category, configuration);
    require(outcome.isYes, DELEGATE_FAILED);
    Set<String> changed = new LinkedHashSet<>(outcome.applied);
    if (changed.isEmpty()) {
      configuration.keySet().forEach(key -> changed.add((String) key));
      outcome.notApplied.forEach(changed::remove);
    }
    return List.copyOf(changed);
  }

  private static List<String> reset(Map<?, ?> content, String category, Delegate delegate) throws Refused {
    require(content.get("Keys") instanceof List<?>, INVALID_DICTIONARY);
    Set<String> keys = new LinkedHashSet<>();
    for (Object key : (List<?>) content.get("Keys")) {
      require(key instanceof String, INVALID_DICTIONARY);
      keys.add((String) key);
    }
    require(delegate.revert(category, List.copyOf(keys)), DELEGATE_FAILED);
    return null;
  }

  private static void require(boolean condition, int code) throws Refused {
    if (!condition) {
      throw new Refused(code);
    }
  }

  private static boolean isInteger(Number number) {
    return !(number instanceof Double || number instanceof Float);
  }

  private static Map<?, ?> dictionary(Object value) throws Refused {
    require(value instanceof Map<?, ?>, INVALID_DICTIONARY);
    return (Map<?, ?>) value;
  }

  // The URL.

  /** ASCII only: the library's own methods take a long s for an s. */
  private static String lowerCase(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int index = 0; index < text.length(); index++) {
      char character = text.charAt(index);
      if (character >= 'A' && character <= 'Z') {
        lower.setCharAt(index, (char) (character | 0x20));
      }
    }
    return lower.toString();
  }

  private static String before(String text, char mark) {
    int index = text.indexOf(mark);
    return index < 0 ? text : text.substring(0, index);
  }

  /** The host of what stands between scheme and query, without user info, port and path. */
  private static String verb(String location) {
    String authority = location.startsWith("//") ? before(location.substring(2), '/') : "";
    return lowerCase(before(authority.substring(authority.lastIndexOf('@') + 1), ':'));
  }

  /** The decoded parameters, and the names of those that are malformed or contradict each other. */
  private static void readParameters(String query, Map<String, String> values, Set<String> malformed) {
    for (String parameter : query.split("&")) {
      int equals = parameter.indexOf('=');
      String name = before(parameter, '=');
      if (name.equals("data-x")) {
        values.put(name, ""); // The plain edition does not look at it.
      } else if (List.of("token", "profile", "payload", "data").contains(name)) {
        String value = percentDecode(equals < 0 ? "" : parameter.substring(equals + 1));
        if (value == null || !values.getOrDefault(name, value).equals(value)) {
          malformed.add(name);
        } else {
          values.put(name, value);
        }
      }
    }
    values.keySet().removeAll(malformed);
  }

  /** A plus is a plus. Null for a malformed escape, or bytes that are not UTF-8. */
  private static String percentDecode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] raw = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer decoded = ByteBuffer.allocate(raw.length);
    for (int at = 0; at < raw.length; at++) {
      if (raw[at] != '%') {
        decoded.put(raw[at]);
        continue;
      }
      if (raw.length - at < 3 || !HexFormat.isHexDigit(raw[at + 1]) || !HexFormat.isHexDigit(raw[at + 2])) {
        return null;
      }
      decoded.put((byte) (HexFormat.fromHexDigit(raw[at + 1]) << 4 | HexFormat.fromHexDigit(raw[at + 2])));
      at += 2;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException noText) {
      return null;
    }
  }

  private static String percentEncode(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (octet & 0xFF);
      boolean isPlain = character < 0x80 && Character.isLetterOrDigit(character);
      if (isPlain || UNRESERVED.indexOf(character) >= 0) {
        encoded.append(character);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
      }
    }
    return encoded.toString();
  }

  // The data.

  /** The property list in {@code data}: Base64, zlib, magic. */
  private static byte[] unpack(String text) throws Refused {
    require(text.length() % 4 == 0 && BASE64.matcher(text).matches(), UNDECODABLE_DATA);
    byte[] data;
    try {
      data = inflate(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException | DataFormatException error) {
      throw new Refused(UNDECODABLE_DATA);
    }
    require(data.length >= MAGIC.length, UNDECODABLE_DATA);
    for (int index = 0; index < MAGIC.length; index++) {
      require(data[index] == MAGIC[index], UNDECODABLE_DATA);
    }
    return java.util.Arrays.copyOfRange(data, MAGIC.length, data.length);
  }

  private static byte[] inflate(byte[] packed) throws DataFormatException, Refused {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed);
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      byte[] piece = new byte[16_384];
      while (!inflater.finished()) {
        int count = inflater.inflate(piece);
        require(count > 0 || inflater.finished(), UNDECODABLE_DATA); // Truncated, or a preset dictionary.
        data.write(piece, 0, count);
        require(data.size() <= MAX_INFLATED_BYTES, DATA_TOO_LARGE);
      }
      require(inflater.getRemaining() == 0, UNDECODABLE_DATA);
      return data.toByteArray();
    } finally {
      inflater.end();
    }
  }

  private static byte[] deflate(byte[] data) {
    Deflater deflater = new Deflater();
    deflater.setInput(data);
    deflater.finish();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    byte[] piece = new byte[16_384];
    while (!deflater.finished()) {
      packed.write(piece, 0, deflater.deflate(piece));
    }
    deflater.end();
    return packed.toByteArray();
  }

  private static byte[] hmac(String key, String message) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] digest = mac.doFinal(message.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.UTF_8);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
