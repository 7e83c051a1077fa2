import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Property-list values in the adapter protocol.
 *
 * <pre>
 * string      String                     {"string": "x"}, or {"utf16": Base64} for halves
 *                                        of surrogate pairs
 * integer     Long and its kind,         {"integer": "-12"}
 *             BigInteger
 * real        Double, Float              {"real": "0.5"}, also "nan", "inf", "-inf", "-0.0"
 * boolean     Boolean                    {"boolean": true}
 * date        PlistDate, Instant, Date   {"date": "387417600.0"}
 * data        byte[]                     {"data": Base64}
 * array       List                       {"array": [...]}
 * dictionary  Map, Pairs                 {"dictionary": {...}}, or {"pairs": [[key, value], ...]}
 * no value    null                       null
 * </pre>
 *
 * If your library has types of its own for some of these, convert them before you hand them to
 * {@link #encode}.
 */
public final class TypedValues {
  /** Stands for values that are too large for a reply. */
  public static final Map<String, Object> TOO_LARGE = Map.of("tooLarge", true);

  // A reply may have 16 MiB, and no request that a library must accept comes anywhere near half of
  // that.
  private static final int MAX_BYTES = 8 << 20;
  private static final int MAX_LEVELS = 500;

  // Counted before anything is rendered: a small list whose parts are shared can expand without end,
  // and the time of rendering would be held against the library. A request that a library must
  // accept has at most 10,000 objects and 1 MiB of content.
  private static final int MAX_NODES = 60_000;
  private static final int MAX_CONTENT = 4 << 20;

  private static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private TypedValues() {}

  /**
   * The {@code values} of an apply call (a Map or Pairs), rendered at once: the library may change
   * them later.
   */
  public static Object encode(Object values) {
    if (!fits(values)) {
      return TOO_LARGE;
    }
    StringBuilder out = new StringBuilder();
    try {
      Collection<? extends Map.Entry<?, ?>> members = members(values);
      if (needsPairs(values)) {
        writePairs(members, out, 0);
      } else {
        writeMembers(members, out, 0);
      }
    } catch (TooLarge error) {
      return TOO_LARGE;
    }
    return new Json.Raw(out);
  }

  /**
   * Whether the values have few enough nodes and little enough content, counted as often as they
   * occur.
   */
  private static boolean fits(Object values) {
    long nodes = MAX_NODES;
    long content = MAX_CONTENT;
    Deque<Object> waiting = new ArrayDeque<>();
    waiting.push(values);
    while (!waiting.isEmpty()) {
      Object value = waiting.pop();
      Collection<?> parts = List.of();
      if (value instanceof String text) {
        content -= text.length();
      } else if (value instanceof byte[] bytes) {
        content -= bytes.length;
      } else if (value instanceof Map<?, ?> map) {
        parts = map.entrySet();
      } else if (value instanceof Collection<?> list) {
        parts = list;
      } else if (value instanceof Map.Entry<?, ?> entry) {
        for (Object part : new Object[] {entry.getKey(), entry.getValue()}) {
          if (part != null) {
            waiting.push(part);
          }
        }
      }
      nodes -= parts.size();
      if (nodes < 0 || content < 0) {
        return false;
      }
      for (Object part : parts) {
        if (part != null) {
          waiting.push(part);
        }
      }
    }
    return true;
  }

  /** The value of a typed value, such as an old value of a record. */
  public static Object decode(Object value) {
    if (value == null) {
      return null;
    }
    Map<String, Object> typed = Json.object(value, "a typed value");
    if (typed.size() != 1) {
      throw new AdapterTrouble("a typed value has exactly one member");
    }
    String type = typed.keySet().iterator().next();
    Object content = typed.get(type);
    switch (type) {
      case "string":
        return Json.string(content, type);
      case "boolean":
        return (Boolean) content;
      case "integer":
        return integer(new BigInteger(Json.string(content, type)));
      case "real":
        return decodeReal(Json.string(content, type));
      case "date":
        return new PlistDate(decodeReal(Json.string(content, type)));
      case "data":
        return decodeBase64(content, type);
      case "utf16":
        return decodeUnits(decodeBase64(content, type));
      case "array":
        List<Object> elements = new ArrayList<>();
        for (Object element : Json.array(content, type)) {
          elements.add(decode(element));
        }
        return elements;
      case "dictionary":
        Map<String, Object> members = new LinkedHashMap<>();
        for (Map.Entry<String, Object> member : Json.object(content, type).entrySet()) {
          members.put(member.getKey(), decode(member.getValue()));
        }
        return members;
      case "pairs":
        return decodePairs(Json.array(content, type));
      default:
        throw new AdapterTrouble("there is no type " + type + " of value");
    }
  }

  /**
   * A string of the library for a reply; one that is no valid Unicode as {@code {"utf16": ...}};
   * null as null.
   */
  public static Object wireText(String text) {
    if (text == null || isUnicode(text)) {
      return text;
    }
    byte[] units = new byte[text.length() * 2];
    for (int index = 0; index < text.length(); index++) {
      units[index * 2] = (byte) (text.charAt(index) >> 8);
      units[index * 2 + 1] = (byte) text.charAt(index);
    }
    return Map.of("utf16", Base64.getEncoder().encodeToString(units));
  }

  /** The bytes of padded Base64; the JDK would also take it without its padding. */
  public static byte[] decodeBase64(Object value, String what) {
    String text = Json.string(value, what);
    byte[] bytes = Base64.getDecoder().decode(text);
    if (!Base64.getEncoder().encodeToString(bytes).equals(text)) {
      throw new AdapterTrouble(what + " is not padded Base64");
    }
    return bytes;
  }

  private static boolean isUnicode(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private static Object integer(BigInteger number) {
    return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
  }

  private static double decodeReal(String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static String decodeUnits(byte[] units) {
    StringBuilder text = new StringBuilder(units.length / 2);
    for (int index = 0; index < units.length; index += 2) {
      text.append((char) ((units[index] & 0xFF) << 8 | units[index + 1] & 0xFF));
    }
    return text.toString();
  }

  private static Object decodePairs(List<?> content) {
    Pairs pairs = new Pairs();
    Map<String, Object> members = new LinkedHashMap<>();
    for (Object element : content) {
      List<?> pair = Json.array(element, "a pair");
      Object key = pair.get(0) instanceof String text ? text : decode(pair.get(0));
      pairs.add(new SimpleEntry<>((String) key, decode(pair.get(1))));
      members.put((String) key, pairs.get(pairs.size() - 1).getValue());
    }
    return members.size() == pairs.size() ? members : pairs;
  }

  /** Recursion ends at MAX_LEVELS; how deep values are nested is up to the library. */
  private static void write(Object value, StringBuilder out, int level) {
    if (value == null) {
      out.append("null");
    } else if (value instanceof String text) {
      Object wire = wireText(text);
      Json.write(wire instanceof String ? Map.of("string", wire) : wire, out);
    } else if (value instanceof Boolean) {
      out.append("{\"boolean\":").append(value).append('}');
    } else if (value instanceof Double || value instanceof Float) {
      writeScalar("real", realText(((Number) value).doubleValue()), out);
    } else if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger) {
      writeScalar("integer", value.toString(), out);
    } else if (value instanceof PlistDate date) {
      writeScalar("date", realText(date.seconds()), out);
    } else if (value instanceof Instant instant) {
      write(PlistDate.of(instant), out, level);
    } else if (value instanceof Date date) {
      write(PlistDate.of(Instant.ofEpochMilli(date.getTime())), out, level);
    } else if (value instanceof byte[] bytes) {
      writeScalar("data", Base64.getEncoder().encodeToString(bytes), out);
    } else {
      writeContainer(value, out, level + 1);
    }
    if (out.length() > MAX_BYTES) {
      throw new TooLarge();
    }
  }

  private static void writeScalar(String type, String text, StringBuilder out) {
    out.append("{\"").append(type).append("\":\"").append(text).append("\"}");
  }

  private static void writeContainer(Object value, StringBuilder out, int level) {
    if (level > MAX_LEVELS) {
      throw new TooLarge();
    }
    if (value instanceof List<?> list && !(value instanceof Pairs)) {
      out.append("{\"array\":[");
      String separator = "";
      for (Object element : list) {
        out.append(separator);
        write(element, out, level);
        separator = ",";
      }
      out.append("]}");
    } else if (needsPairs(value)) {
      writePairs(members(value), out, level);
    } else {
      out.append("{\"dictionary\":");
      writeMembers(members(value), out, level);
      out.append('}');
    }
  }

  private static void writeMembers(
      Collection<? extends Map.Entry<?, ?>> members, StringBuilder out, int level) {
    String separator = "{";
    for (Map.Entry<?, ?> member : members) {
      out.append(separator);
      Json.write(key(member), out);
      out.append(':');
      write(member.getValue(), out, level);
      separator = ",";
    }
    out.append(members.isEmpty() ? "{}" : "}");
  }

  private static void writePairs(
      Collection<? extends Map.Entry<?, ?>> members, StringBuilder out, int level) {
    String separator = "{\"pairs\":[";
    for (Map.Entry<?, ?> member : members) {
      out.append(separator).append('[');
      Json.write(wireText(key(member)), out);
      out.append(',');
      write(member.getValue(), out, level);
      out.append(']');
      separator = ",";
    }
    out.append(members.isEmpty() ? "{\"pairs\":[]}" : "]}");
  }

  private static Collection<? extends Map.Entry<?, ?>> members(Object dictionary) {
    if (dictionary instanceof Pairs pairs) {
      return pairs;
    }
    if (dictionary instanceof Map<?, ?> map) {
      return map.entrySet();
    }
    String name = dictionary == null ? "null" : dictionary.getClass().getName();
    throw new AdapterTrouble("no typed value for " + name + ": convert it first");
  }

  private static boolean needsPairs(Object dictionary) {
    return dictionary instanceof Pairs
        || members(dictionary).stream().anyMatch(member -> !isUnicode(key(member)));
  }

  private static String key(Map.Entry<?, ?> member) {
    if (member.getKey() instanceof String key) {
      return key;
    }
    throw new AdapterTrouble("a key is not a String: " + member.getKey());
  }

  private static String realText(double number) {
    if (Double.isNaN(number)) {
      return "nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "inf" : "-inf";
    }
    return Double.toString(number);
  }
}
