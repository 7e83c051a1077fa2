import java.util.Map;

/** The mode logic of an app, from its launch to its end, as the adapter drives it. */
public interface DualModeApp {
  /** The system launches the app. */
  void launch(Map<String, Object> options) throws Exception;

  /** The library says what the server decided, and what the other policies are. */
  void managedPolicy(Policies policies) throws Exception;

  /** The user asks for {@code AppConnectMode} or {@code NonAppConnectMode}. */
  void userRequests(String mode) throws Exception;

  /** The mode as it is stored, as a word of the suite; null for nothing yet. */
  String persistedState();

  /** {@code Unencrypted} or {@code Encrypted} as it is stored; null for nothing yet. */
  String persistedEncryption();

  /**
   * What the library says.
   *
   * @param policy {@code MANAGED} or {@code UNMANAGED}
   * @param authState {@code AUTHORIZED}, {@code UNAUTHORIZED} or {@code RETIRED}
   */
  record Policies(
      String policy, boolean secureServices, boolean secureFileIoRequired, String authState) {}
}
