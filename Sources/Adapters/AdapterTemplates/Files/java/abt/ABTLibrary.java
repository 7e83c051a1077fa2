/** The library under test within a fresh app, as the adapter drives it. */
public interface ABTLibrary {
  /**
   * Opens a URL as the system would, and returns when the library is quiet.
   *
   * @return whether the library says that the URL was for it
   */
  boolean open(String url, ScriptedDelegate delegate) throws Exception;

  /** Opens a URL that is not UTF-8; only if the capability {@code bytes} is claimed. */
  default boolean open(byte[] url, ScriptedDelegate delegate) throws Exception {
    throw new Unsupported("this library takes URLs as text, and these bytes are not UTF-8");
  }
}
