/** Trouble of the adapter's own: no verdict on the library. */
public final class AdapterTrouble extends RuntimeException {
  private static final long serialVersionUID = 1;

  public AdapterTrouble(String message) {
    super(message);
  }
}
