import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A library that knows its URLs and its token, and refuses everything.
 *
 * <p>It lets the adapter run at once. Delete it when yours is in place.
 */
public final class StubLibrary {
  private static final int INVALID_TOKEN = 3;
  private static final int UNDECODABLE_DATA = 7;

  private final String scheme;
  private final String token;

  /** What an app implements. */
  public interface Delegate {
    boolean applyConfiguration(ConfigurationSet set);

    boolean revertConfiguration(String category, List<String> keys);
  }

  /** What an app is asked to apply, and where it records what it did. */
  public interface ConfigurationSet {
    String category();

    Map<String, Object> values();

    void didApply(String key);

    void didApply(String key, Object oldValue);

    void didNotApply(String key);
  }

  public StubLibrary(String bundleIdentifier, String apiKey, String urlScheme) {
    scheme = urlScheme == null ? "x-absolutemanageconfig." + bundleIdentifier : urlScheme;
    token = hmac(apiKey, bundleIdentifier);
  }

  /** Returns whether the URL was for this library; {@code openUrl} is given the callback. */
  public boolean handleConfigUrl(String url, Delegate delegate, Consumer<String> openUrl) {
    int colon = url.indexOf(':');
    if (colon < 0 || !url.substring(0, colon).equalsIgnoreCase(scheme)) {
      return false;
    }
    String rest = url.substring(colon + 1).split("#", 2)[0];
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String parameter : rest.substring(rest.indexOf('?') + 1).split("&")) {
      String[] parts = parameter.split("=", 2);
      parameters.putIfAbsent(parts[0], parts.length < 2 ? "" : decode(parts[1]));
    }

    // With a valid token a library would unpack the data here and call
    // delegate.applyConfiguration or delegate.revertConfiguration.
    int code = token.equals(parameters.get("token")) ? UNDECODABLE_DATA : INVALID_TOKEN;

    StringBuilder callback = new StringBuilder("absoluteapps://thirdpartyprofilestatus?");
    for (String name : List.of("profile", "payload", "token")) {
      if (parameters.containsKey(name)) {
        callback.append(name).append('=').append(encode(parameters.get(name))).append('&');
      }
    }
    openUrl.accept(callback.append("status=Error&errorCode=").append(code).toString());
    return true;
  }

  private static String hmac(String key, String message) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  /** Percent-decodes once; what is malformed stays as it is. A plus is a plus. */
  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return text;
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
