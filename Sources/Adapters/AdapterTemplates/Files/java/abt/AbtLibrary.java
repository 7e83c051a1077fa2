/** The library under test within a fresh app, as the adapter drives it. */
public interface AbtLibrary {
  /**
   * Opens a URL as the system would, and returns when the library is quiet.
   *
   * @return whether the library says that the URL was for it
   */
  boolean open(String url, ScriptedDelegate delegate) throws Exception;

  /** The same for a URL that is no UTF-8; only where the capability {@code bytes} is claimed. */
  default boolean open(byte[] url, ScriptedDelegate delegate) throws Exception {
    throw new Unsupported("this library takes URLs as text, and these bytes are no UTF-8");
  }
}
