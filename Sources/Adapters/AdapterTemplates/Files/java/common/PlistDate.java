import java.time.Instant;

/** A date: seconds since 2001-01-01T00:00:00Z as a 64-bit real. */
public record PlistDate(double seconds) {
  private static final long EPOCH = 978_307_200;

  /** From an instant. */
  public static PlistDate of(Instant instant) {
    return new PlistDate(instant.getEpochSecond() - EPOCH + instant.getNano() / 1e9);
  }
}
