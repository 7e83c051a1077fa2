import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small, strict JSON reader and writer (RFC 8259); the JDK has none.
 *
 * <p>Objects are {@code Map<String, Object>}, arrays {@code List<Object>}, numbers {@code Long}
 * if they are integers that fit and {@code BigDecimal} otherwise; {@code String}, {@code
 * Boolean}, {@code null}. Halves of surrogate pairs in escapes come as they are.
 */
public final class Json {
  /** A property list of 512 levels takes up to three levels of JSON for each. */
  private static final int MAX_DEPTH = 1_600;

  private static final Object NULL = new Object();

  /** JSON text that is written as it is. */
  public record Raw(CharSequence text) {}

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** The value of a text in UTF-8; {@code IllegalArgumentException} if it is not JSON. */
  public static Object parse(byte[] utf8) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException error) {
      throw new IllegalArgumentException("this is not UTF-8", error);
    }
    Json reader = new Json(text);
    Object value = reader.readValue();
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.error("something after the value");
    }
    return value;
  }

  /** An object that has been parsed; {@code AdapterTrouble} if the value is not one. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> object(Object value, String name) {
    if (value instanceof Map<?, ?>) {
      return (Map<String, Object>) value;
    }
    throw new AdapterTrouble(name + " is not a JSON object");
  }

  /** An array that has been parsed; {@code AdapterTrouble} if the value is not one. */
  public static List<?> array(Object value, String name) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new AdapterTrouble(name + " is not a JSON array");
  }

  /** A string that has been parsed; {@code AdapterTrouble} if the value is not one. */
  public static String string(Object value, String name) {
    if (value instanceof String text) {
      return text;
    }
    throw new AdapterTrouble(name + " is not a JSON string");
  }

  /** Appends a value as ASCII; half a surrogate pair, which is no text, as U+FFFD. */
  public static void write(Object value, StringBuilder out) {
    if (value instanceof Raw raw) {
      out.append(raw.text());
    } else if (value instanceof String string) {
      writeString(string, out);
    } else if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> member : map.entrySet()) {
        out.append(separator);
        writeString((String) member.getKey(), out);
        out.append(':');
        write(member.getValue(), out);
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        out.append(separator);
        write(element, out);
        separator = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else {
      out.append(value);
    }
  }

  private static void writeString(String string, StringBuilder out) {
    out.append('"');
    for (int index = 0; index < string.length(); index++) {
      char unit = string.charAt(index);
      if (unit == '"' || unit == '\\') {
        out.append('\\').append(unit);
      } else if (unit >= 0x20 && unit < 0x7F) {
        out.append(unit);
      } else if (Character.isSurrogate(unit) && !isPaired(string, index)) {
        out.append("\\ufffd");
      } else {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(Character.forDigit(unit >> shift & 0xF, 16));
        }
      }
    }
    out.append('"');
  }

  /** Whether the surrogate at this index has its other half beside it. */
  public static boolean isPaired(String string, int index) {
    return Character.isHighSurrogate(string.charAt(index))
        ? index + 1 < string.length() && Character.isLowSurrogate(string.charAt(index + 1))
        : index > 0 && Character.isHighSurrogate(string.charAt(index - 1));
  }

  /** An object or array that is being read: one of both, and the key of the member at hand. */
  private static final class Level {
    Map<String, Object> object;
    List<Object> array;
    String key;

    Object value() {
      return object == null ? array : object;
    }
  }

  /** A loop, not recursion: how deep values are nested is not ours to decide. */
  private Object readValue() {
    Deque<Level> levels = new ArrayDeque<>();
    while (true) {
      skipSpace();
      Object value = begin(levels);
      if (value == null) {
        continue;
      }
      value = value == NULL ? null : value;
      while (true) {
        Level level = levels.peek();
        if (level == null) {
          return value;
        }
        if (level.object == null) {
          level.array.add(value);
        } else {
          level.object.put(level.key, value);
        }
        skipSpace();
        if (skip(',')) {
          readKey(level);
          break;
        }
        expect(level.object == null ? ']' : '}');
        value = levels.pop().value();
      }
    }
  }

  /** Reads a value that holds no others; null if it opened an object or array instead. */
  private Object begin(Deque<Level> levels) {
    char first = at < text.length() ? text.charAt(at) : '\0';
    switch (first) {
      case '"':
        return readString();
      case 't':
        return readWord("true", true);
      case 'f':
        return readWord("false", false);
      case 'n':
        return readWord("null", NULL);
      case '{', '[':
        break;
      default:
        return readNumber();
    }
    at++;
    Level level = new Level();
    if (first == '{') {
      level.object = new LinkedHashMap<>();
    } else {
      level.array = new ArrayList<>();
    }
    skipSpace();
    if (skip(first == '{' ? '}' : ']')) {
      return level.value();
    }
    if (levels.size() >= MAX_DEPTH) {
      throw error("more than " + MAX_DEPTH + " levels");
    }
    readKey(level);
    levels.push(level);
    return null;
  }

  private void readKey(Level level) {
    if (level.object != null) {
      skipSpace();
      level.key = readString();
      skipSpace();
      expect(':');
    }
  }

  private String readString() {
    expect('"');
    StringBuilder string = null; // Only if there are escapes.
    int begin = at;
    while (at < text.length()) {
      char unit = text.charAt(at++);
      if (unit == '"') {
        String rest = text.substring(begin, at - 1);
        return string == null ? rest : string.append(rest).toString();
      }
      if (unit < 0x20) {
        throw error("a control character within a string");
      }
      if (unit == '\\') {
        string = string == null ? new StringBuilder() : string;
        string.append(text, begin, at - 1).append(readEscape());
        begin = at;
      }
    }
    throw error("a string without an end");
  }

  private char readEscape() {
    char kind = at < text.length() ? text.charAt(at++) : '\0';
    int known = "\"\\/bfnrt".indexOf(kind);
    if (known >= 0) {
      return "\"\\/\b\f\n\r\t".charAt(known);
    }
    if (kind != 'u' || at + 4 > text.length()) {
      throw error("an escape that does not exist");
    }
    int unit = 0;
    for (int end = at + 4; at < end; at++) {
      char digit = text.charAt(at);
      int value = digit < 0x80 ? Character.digit(digit, 16) : -1;
      if (value < 0) {
        throw error("an escape that does not exist");
      }
      unit = unit << 4 | value;
    }
    return (char) unit;
  }

  private Object readNumber() {
    int begin = at;
    skip('-');
    if (!skip('0')) {
      skipDigits();
    }
    boolean isInteger = true;
    if (skip('.')) {
      isInteger = false;
      skipDigits();
    }
    if (skip('e') || skip('E')) {
      isInteger = false;
      if (!skip('+')) {
        skip('-');
      }
      skipDigits();
    }
    String number = text.substring(begin, at);
    try {
      return isInteger && number.length() < 19 ? Long.valueOf(number) : new BigDecimal(number);
    } catch (NumberFormatException beyondTheExponents) {
      throw error("a number out of range");
    }
  }

  private void skipDigits() {
    int begin = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == begin) {
      throw error("no value");
    }
  }

  private Object readWord(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw error("no value");
    }
    at += word.length();
    return value;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean skip(char wanted) {
    boolean found = at < text.length() && text.charAt(at) == wanted;
    at += found ? 1 : 0;
    return found;
  }

  private void expect(char wanted) {
    if (!skip(wanted)) {
      throw error("'" + wanted + "' is missing");
    }
  }

  private IllegalArgumentException error(String what) {
    return new IllegalArgumentException("not JSON at character " + at + ": " + what);
  }
}
