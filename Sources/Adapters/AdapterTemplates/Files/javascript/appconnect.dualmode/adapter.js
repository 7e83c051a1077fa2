/**
 * The adapter between assay and the dual-mode logic of an app.
 *
 * Change what is marked `>>> YOUR APP`; the other files can stay as they are.
 * Run it with:  assay run --suite appconnect.dualmode -- node adapter.js
 */

import { AdapterLoop } from './adapter-loop.js';
import { DualModeSuite } from './dualmode-suite.js';
// >>> YOUR APP: import its mode logic here, and delete stub-app.js.
import { StubApp } from './stub-app.js';

// >>> YOUR APP: its name and version, as the report will show them.
const implementation = { name: 'Stub', version: '0.1.0', language: 'JavaScript' };

// >>> YOUR APP: add 'killPoints' if everything it keeps goes through `storage`.
const claim = { capabilities: [] };

/** One run of the app, from its launch to its end. Its methods may be asynchronous. */
class App {
  #storage;
  #logic;

  constructor(host, storage) {
    // >>> YOUR APP: give it `host` instead of the AppConnect library, and `storage`
    // as the place for its mode.
    this.#storage = storage;
    this.#logic = new StubApp(host, storage);
  }

  launch(options) {
    // >>> YOUR APP: as the system launches it.
    return this.#logic.launch(options);
  }

  managedPolicy({ policy, secureServices, secureFileIORequired, authState }) {
    // >>> YOUR APP: what the library says: 'MANAGED' or 'UNMANAGED', two booleans,
    // and 'AUTHORIZED', 'UNAUTHORIZED' or 'RETIRED'.
    return this.#logic.managedPolicyChanged(policy);
  }

  userRequests(mode) {
    // >>> YOUR APP: the user's choice: 'AppConnectMode' or 'NonAppConnectMode'.
    return this.#logic.userRequests(mode);
  }

  persistedState() {
    // >>> YOUR APP: what it has stored, as a word of the suite, or null.
    return this.#storage.load().state ?? null;
  }

  persistedEncryption() {
    // >>> YOUR APP: likewise 'Unencrypted', 'Encrypted' or null.
    return this.#storage.load().encryption ?? null;
  }
}

await new AdapterLoop(implementation, {
  'appconnect.dualmode': new DualModeSuite((host, storage) => new App(host, storage), claim),
}).run();
