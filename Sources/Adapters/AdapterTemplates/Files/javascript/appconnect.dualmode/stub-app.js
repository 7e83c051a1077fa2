/**
 * Mode logic that starts the library when it may, and never changes its mode.
 *
 * It lets the adapter run at once. Delete it when yours is in place.
 */
export class StubApp {
  #library;
  #storage;

  constructor(library, storage) {
    this.#library = library;
    this.#storage = storage;
  }

  launch(options) {
    if (!this.#storage.load().state) {
      this.#storage.store({ state: 'Undecided', encryption: 'Unencrypted' });
    }
    if (this.#library.shouldStartAppConnect()) {
      this.#library.initWithDelegate();
      this.#library.startWithLaunchOptions(options);
    }
  }

  /** A real app changes its mode here, and stores it. */
  managedPolicyChanged() {}

  /** And here. */
  userRequests() {}
}
