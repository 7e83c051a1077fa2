/** What the library cannot do: the case is skipped, not failed. */
public final class Unsupported extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Unsupported(String reason) {
    super(reason);
  }
}
