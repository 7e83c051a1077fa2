import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

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
 * The function plainValue of Adapter.java is asked about values of other types, such as a Set or a
 * UID.
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

  private final UnaryOperator<Object> plainValue;

  private static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /**
   * Renders values of the library, at once: it may change them later. All methods throw {@code
   * AdapterTrouble} for a type that neither the kit nor {@code plainValue} knows.
   */
  public TypedValues(UnaryOperator<Object> plainValue) {
    this.plainValue = plainValue;
  }

  /** The {@code values} of an apply call, a Map or Pairs. */
  public Object values(Object given) {
    Object values = plain(given, TypedValues::isDictionary, "values of the type");
    return rendered(
        values,
        out -> {
          if (needsPairs(values)) {
            writePairs(members(values), out, 0);
          } else {
            writeMembers(members(values), out, 0);
          }
        });
  }

  /** A category or key: text as it is, null, and any other value with its type. */
  public Object text(Object given) {
    Object value = plain(given);
    if (value == null || value instanceof String) {
      return wireText((String) value);
    }
    return rendered(value, out -> write(value, out, 0));
  }

  /** The {@code keys} of a revert call. */
  public Object keys(Iterable<?> keys) {
    List<Object> texts = new ArrayList<>();
    keys.forEach(key -> texts.add(text(key)));
    return texts;
  }

  private Object plain(Object value) {
    return plain(value, TypedValues::isKnown, "a value of the type");
  }

  private String key(Object key) {
    return (String) plain(key, String.class::isInstance, "a key of the type");
  }

  /** The value if it is of such a type, or else what {@code plainValue} makes of it. */
  private Object plain(Object value, Predicate<Object> isRight, String what) {
    if (isRight.test(value)) {
      return value;
    }
    Object plain = plainValue.apply(value);
    if (plain != null && isRight.test(plain)) {
      return plain;
    }
    String type = value == null ? "null" : value.getClass().getName();
    throw new AdapterTrouble(
        "the library gave " + what + " " + type + ", and plainValue does not say what it is");
  }

  private static boolean isDictionary(Object value) {
    return value instanceof Map || value instanceof Pairs;
  }

  private static boolean isKnown(Object value) {
    return value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Double
        || value instanceof Float
        || isInteger(value)
        || value instanceof PlistDate
        || value instanceof Instant
        || value instanceof Date
        || value instanceof byte[]
        || value instanceof List
        || value instanceof Map;
  }

  private static boolean isInteger(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger;
  }

  private Object rendered(Object value, Consumer<StringBuilder> writer) {
    if (!fits(value)) {
      return TOO_LARGE;
    }
    StringBuilder out = new StringBuilder();
    try {
      writer.accept(out);
    } catch (TooLarge error) {
      return TOO_LARGE;
    }
    return new Json.Raw(out);
  }

  /**
   * Whether it has few enough nodes and little enough content, counted as often as they occur.
   */
  private boolean fits(Object whole) {
    long nodes = MAX_NODES;
    long content = MAX_CONTENT;
    List<Object> waiting = new ArrayList<>();
    waiting.add(whole);
    while (!waiting.isEmpty()) {
      Object value = plain(waiting.remove(waiting.size() - 1));
      if (value instanceof String text) {
        content -= text.length();
      } else if (value instanceof byte[] bytes) {
        content -= bytes.length;
      } else if (isDictionary(value)) {
        nodes -= members(value).size();
        if (nodes < 0) {
          return false;
        }
        for (Map.Entry<?, ?> member : members(value)) {
          content -= key(member.getKey()).length();
          waiting.add(member.getValue());
        }
      } else if (value instanceof List<?> list) {
        nodes -= list.size();
        if (nodes < 0) {
          return false;
        }
        waiting.addAll(list);
      }
      if (content < 0) {
        return false;
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

  /** The dictionary of typed values by their keys, as {@code values} of a call are. */
  public static Object decodeMembers(Map<String, Object> values) {
    return decode(values.get("pairs") instanceof List<?> ? values : Map.of("dictionary", values));
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
  private void write(Object given, StringBuilder out, int level) {
    Object value = plain(given);
    if (value == null) {
      out.append("null");
    } else if (value instanceof String text) {
      Object wire = wireText(text);
      Json.write(wire instanceof String ? Map.of("string", wire) : wire, out);
    } else if (value instanceof Boolean) {
      out.append("{\"boolean\":").append(value).append('}');
    } else if (value instanceof Double || value instanceof Float) {
      writeScalar("real", realText(((Number) value).doubleValue()), out);
    } else if (isInteger(value)) {
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

  private void writeContainer(Object value, StringBuilder out, int level) {
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

  private void writeMembers(
      Collection<? extends Map.Entry<?, ?>> members, StringBuilder out, int level) {
    String separator = "{";
    for (Map.Entry<?, ?> member : members) {
      out.append(separator);
      Json.write(key(member.getKey()), out);
      out.append(':');
      write(member.getValue(), out, level);
      separator = ",";
    }
    out.append(members.isEmpty() ? "{}" : "}");
  }

  private void writePairs(
      Collection<? extends Map.Entry<?, ?>> members, StringBuilder out, int level) {
    String separator = "{\"pairs\":[";
    for (Map.Entry<?, ?> member : members) {
      out.append(separator).append('[');
      Json.write(wireText(key(member.getKey())), out);
      out.append(',');
      write(member.getValue(), out, level);
      out.append(']');
      separator = ",";
    }
    out.append(members.isEmpty() ? "{\"pairs\":[]}" : "]}");
  }

  private static Collection<? extends Map.Entry<?, ?>> members(Object dictionary) {
    return dictionary instanceof Pairs pairs ? pairs : ((Map<?, ?>) dictionary).entrySet();
  }

  /** What plainValue makes of two keys can be the same. */
  private static boolean needsPairs(Object dictionary) {
    return dictionary instanceof Pairs
        || members(dictionary).stream()
            .anyMatch(member -> !(member.getKey() instanceof String key && isUnicode(key)));
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
