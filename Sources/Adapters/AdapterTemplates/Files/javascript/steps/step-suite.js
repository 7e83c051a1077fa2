/**
 * A suite of steps: one thing happens to an implementation, and the reply tells what it
 * did.
 *
 * You need not change this file. `adapter.js` has the table of the suite's actions.
 */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { AdapterTrouble, Unsupported, jsonText, libraryCall } from './adapter-loop.js';

/** What the implementation does during a step. What comes after the reply goes into the next one. */
export class Journal {
  #lists;
  #late;
  #step;
  #entries = {};
  #told = {};
  #trouble = null;
  #writesLeft = null;
  #dead = false;
  #finished = true; // What comes during the start is late.

  constructor(startId, lists, late) {
    this.#step = { id: startId };
    this.#lists = lists;
    this.#late = late;
  }

  // For the adapter.

  /** Adds an entry to a list of the reply, such as `calls`. */
  add(list, entry) {
    let text;
    try {
      text = jsonText(entry); // Now, because the implementation may change it later.
    } catch (error) {
      // The implementation is on the stack: it must not see this error.
      console.error(error);
      this.#trouble = new AdapterTrouble(`an entry of ${list} is not JSON: ${error.message}`);
      return;
    }
    if (this.#dead) return;
    if (this.#finished) this.#late.push({ id: this.#step.id, [list]: [text] });
    else this.#entries[list].push(text);
  }

  /** Sets another member of the reply. */
  tell(name, value) {
    this.#told[name] = value;
  }

  /** A member of the step, such as what the app is to answer; null if the step does not say. */
  answer(...path) {
    return path.reduce((value, name) => value?.[name], this.#step) ?? null;
  }

  // For StepSuite and Storage.

  /**
   * Whether the harness has let the app die within this step: what it does after that is
   * not recorded, and not stored.
   */
  get dead() {
    return this.#dead;
  }

  begin(step) {
    this.#step = step;
    this.#entries = Object.fromEntries(this.#lists.map((list) => [list, []]));
    this.#told = {};
    this.#trouble = null;
    this.#writesLeft = step.dieAfterPersist ?? null;
    this.#dead = false;
    this.#finished = false;
  }

  finish() {
    this.#finished = true;
    if (this.#trouble) throw this.#trouble;
    return { ...this.#entries, ...this.#told };
  }

  beginWrite() {
    if (this.#writesLeft === 0) this.#dead = true;
    return !this.#dead;
  }

  endWrite() {
    if (this.#writesLeft !== null) this.#dead = --this.#writesLeft === 0;
  }
}

/**
 * What survives the end of the app: an object of JSON values, in a file of `folder`, or in
 * memory if the harness names no folder (null).
 */
export class Storage {
  folder;
  #path;
  #journal;
  #record = {};

  constructor(folder, keep, journal) {
    this.folder = folder;
    this.#path = folder ? join(folder, 'storage.json') : null;
    this.#journal = journal;
    if (!this.#path || !existsSync(this.#path)) return;
    if (keep) this.#record = JSON.parse(readFileSync(this.#path, 'utf8'));
    else rmSync(this.#path);
  }

  load() {
    return { ...this.#record };
  }

  /** Replaces everything. The harness may let the app die before or after it. */
  store(record) {
    if (!this.#journal.beginWrite()) return;
    if (this.#path) {
      // Moved into place, so that it is complete at any moment.
      writeFileSync(`${this.#path}.new`, JSON.stringify(record));
      renameSync(`${this.#path}.new`, this.#path);
    }
    this.#record = { ...record };
    this.#journal.endWrite();
  }
}

/**
 * What the table can say of a member; `?` after it: the member may be missing or null.
 * Other words with `|` between them are the texts that the member can have.
 */
const SHAPES = {
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  object: (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
  array: (value) => Array.isArray(value),
};

function fits(value, shape) {
  if (!shape.endsWith('?')) return SHAPES[shape]?.(value) ?? shape.split('|').includes(value);
  return value === null || value === undefined || fits(value, shape.slice(0, -1));
}

/**
 * `Installation` is the class that has the actions as methods, and `Host` a Journal. Each
 * row of `actions` has `members`, each as 'name: shape', and `whileRunning` if it makes
 * sense only between `launch` and `terminate`. `lists` are the members of a reply that are
 * always there.
 */
export class StepSuite {
  #Installation;
  #Host;
  #actions;
  #lists;
  #capabilities;
  #late = [];
  #host = null;
  #installation = null;
  #running = false;

  constructor(Installation, Host, actions, { lists = ['calls'], capabilities = [] } = {}) {
    this.claim = capabilities.length > 0 ? { capabilities } : {};
    this.#Installation = Installation;
    this.#Host = Host;
    this.#actions = new Map(Object.entries(actions));
    this.#lists = lists;
    this.#capabilities = capabilities;
  }

  async start(configuration, request) {
    this.#running = false;
    this.#installation = null;
    this.#host = new this.#Host(request.id, this.#lists, this.#late);
    const storage = new Storage(request.storage ?? null, request.keep === true, this.#host);
    this.#installation = await libraryCall(
      () => new this.#Installation(configuration, this.#host, storage),
    );
  }

  async step(name, request) {
    const action = this.#actions.get(name);
    this.#check(name, action, request);
    this.#host.begin(request);
    await libraryCall(async () => {
      await action.perform.call(this.#installation, request);
      if (name === 'launch' || name === 'terminate') this.#running = name === 'launch';
      if (this.#host.dead) {
        this.#running = false;
        await this.#actions.get('terminate').perform.call(this.#installation, {});
      }
      await this.#installation.observe();
    });
    return this.#host.finish();
  }

  takeLate() {
    return this.#late.splice(0);
  }

  #check(name, action, request) {
    if (!action) throw new Unsupported(`there is no action "${name}"`);
    if ((request.dieAfterPersist ?? null) !== null && !this.#capabilities.includes('killPoints')) {
      throw new Unsupported('this app cannot be killed at a given write');
    }
    if (action.whileRunning && !this.#running) throw new AdapterTrouble('the app is not launched');
    for (const member of action.members ?? []) {
      const [key, shape] = member.split(': ');
      if (!fits(request[key], shape)) {
        throw new AdapterTrouble(`${key} is missing, or not ${shape.replace('?', '')}`);
      }
    }
  }
}
