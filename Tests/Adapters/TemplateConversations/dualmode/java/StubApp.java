import java.io.IOException;
import java.util.Map;

/** Mode logic that fails as it is launched: see converse. */
public final class StubApp {
  public StubApp(ScriptedHost library, Storage storage) {}

  public void launch(Map<String, Object> options) throws IOException {
    throw new IOException("the app fails");
  }

  public void managedPolicyChanged(String policy) {}

  public void userRequests(String mode) {}
}
