/** Mode logic that fails as it is launched: see converse. */
export class StubApp {
  async launch() {
    throw new Error('the app fails');
  }
}
