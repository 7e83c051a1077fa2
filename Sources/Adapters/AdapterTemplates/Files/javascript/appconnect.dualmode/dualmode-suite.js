/**
 * The suite `appconnect.dualmode`: plays the library to an app's mode logic, and
 * records what the logic does. You need not change this file.
 */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { AdapterTrouble, Unsupported, libraryCall } from './adapter-loop.js';

/** The harness lets the app die at a write: pass it on if you catch it. */
export class AppDied extends Error {}

/** The library, and the rest of the app, as the mode logic sees them. */
export class ScriptedHost {
  calls = [];
  app = [];
  #shouldStart = false;

  begin(shouldStart) {
    this.#shouldStart = shouldStart;
    this.calls = [];
    this.app = [];
  }

  // Calls to the library.

  shouldStartAppConnect() {
    this.calls.push({ method: 'shouldStartAppConnect' });
    return this.#shouldStart;
  }

  initWithDelegate() {
    this.calls.push({ method: 'initWithDelegate' });
  }

  /** `options` as they came with `launch`, or null. */
  startWithLaunchOptions(options) {
    this.calls.push({ method: 'startWithLaunchOptions', options: options ?? null });
  }

  retire() {
    this.calls.push({ method: 'retire' });
  }

  stop() {
    this.calls.push({ method: 'stop' });
  }

  // The app's own actions.

  eraseSensitiveData() {
    this.app.push({ method: 'eraseSensitiveData' });
  }

  notifyModeChange(success) {
    this.app.push({ method: 'notifyModeChange', success: Boolean(success) });
  }

  encryptExistingData() {
    this.app.push({ method: 'encryptExistingData' });
  }
}

/**
 * What survives the end of the app: an object of JSON values, in a file of the
 * folder that the harness names, or in memory if it names none.
 */
export class Storage {
  writesUntilDeath = null;
  #path;
  #record = {};

  constructor(folder, keep) {
    this.#path = folder ? join(folder, 'storage.json') : null;
    if (!this.#path || !existsSync(this.#path)) return;
    if (keep) this.#record = JSON.parse(readFileSync(this.#path, 'utf8'));
    else rmSync(this.#path);
  }

  load() {
    return { ...this.#record };
  }

  store(record) {
    if (this.writesUntilDeath === 0) throw new AppDied();
    if (this.#path) {
      // Moved into place, so that it is complete at any moment.
      writeFileSync(`${this.#path}.new`, JSON.stringify(record));
      renameSync(`${this.#path}.new`, this.#path);
    }
    this.#record = { ...record };
    if (this.writesUntilDeath !== null && --this.writesUntilDeath === 0) throw new AppDied();
  }
}

/** `makeApp(host, storage)` makes the mode logic of an app that is about to be launched. */
export class DualModeSuite {
  #makeApp;
  #host = new ScriptedHost();
  #storage = null;
  #app = null; // null while the app does not run.

  constructor(makeApp, { capabilities }) {
    this.claim = { capabilities };
    this.#makeApp = makeApp;
  }

  start(configuration, request) {
    this.#app = null;
    this.#storage = new Storage(request.storage, request.keep === true);
  }

  async step(action, request) {
    if (!['launch', 'managedPolicy', 'userRequests', 'terminate'].includes(action)) {
      throw new Unsupported(`the suite appconnect.dualmode has no action "${action}"`);
    }
    if (['managedPolicy', 'userRequests'].includes(action) && !this.#app) {
      throw new AdapterTrouble('the app is not launched');
    }
    this.#host.begin(request.shouldStart === true);
    this.#storage.writesUntilDeath = request.dieAfterPersist ?? null;
    return libraryCall(async () => {
      await this.#perform(action, request);
      const app = this.#app ?? this.#makeApp(this.#host, this.#storage);
      return {
        calls: this.#host.calls,
        app: this.#host.app,
        state: app.persistedState(),
        encryption: app.persistedEncryption(),
      };
    });
  }

  takeLate() {
    return [];
  }

  async #perform(action, request) {
    try {
      switch (action) {
        case 'launch':
          this.#app = this.#makeApp(this.#host, this.#storage);
          await this.#app.launch(request.options ?? {});
          break;
        case 'managedPolicy':
          await this.#app.managedPolicy({
            policy: request.policy,
            secureServices: request.secureServices === true,
            secureFileIORequired: request.secureFileIORequired === true,
            authState: request.authState ?? 'AUTHORIZED',
          });
          break;
        case 'userRequests':
          await this.#app.userRequests(request.mode);
          break;
        case 'terminate':
          this.#app = null;
      }
    } catch (error) {
      if (!(error instanceof AppDied)) throw error;
      this.#app = null;
    }
  }
}
