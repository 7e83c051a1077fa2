/**
 * The delegate that the harness scripts: it records what the library asks, and
 * answers as the script of the step says.
 *
 * You need not change this file; `adapter.js` passes your library's calls on to it.
 * What comes after the reply goes into the next one.
 */

import { AdapterTrouble } from './adapter-loop.js';
import { Encoder, decode } from './typed-values.js';

/** Stands for what cannot be told; whoever compares values passes over it. */
const UNTOLD = { tooLarge: true };

/**
 * A turn of the script: how the delegate answers a call (`word`: `yes`, `no` or
 * `cancel`, and the error that may go with `no`), and what it records before.
 */
function readTurn(turn) {
  const word = turn?.answer ?? 'yes';
  if (!['yes', 'no', 'cancel'].includes(word)) {
    throw new AdapterTrouble(`a delegate cannot answer "${word}"`);
  }
  return {
    answer: { word, errorCode: turn?.error?.code, errorMessage: turn?.error?.message },
    records: (turn?.records ?? []).map(readRecord),
  };
}

function readRecord(record) {
  if (!['didApply', 'didNotApply'].includes(record.record) || typeof record.key !== 'string') {
    throw new AdapterTrouble('a record is didApply or didNotApply, with a key');
  }
  return {
    applied: record.record === 'didApply',
    key: record.key,
    // null can be an old value, too.
    hasOldValue: 'oldValue' in record,
    oldValue: decode(record.oldValue ?? null),
  };
}

export class ScriptedDelegate {
  #stepId;
  #turns;
  #revert;
  #late;
  #encoder;
  #showsSequence;
  #showsLog;
  #calls = [];
  #callbacks = [];
  #log = [];
  #applies = 0;
  #events = 0;
  #finished = false;
  #trouble = null;
  #whenOpened = () => {};

  constructor(request, capabilities, late, plainValue) {
    const script = request.delegate;
    this.#stepId = request.id;
    this.#showsSequence = capabilities.includes('sequence');
    this.#showsLog = capabilities.includes('log');
    this.#turns = [readTurn(script?.apply), readTurn(script?.rollback)];
    this.#revert = readTurn(script?.revert);
    this.#late = late;
    this.#encoder = new Encoder(plainValue);
  }

  // What the library under test does.

  /**
   * The library asks to apply `values`. Calls `record` for each record of the
   * script, in order, with {applied, key, hasOldValue, oldValue}, and returns
   * the answer {word, errorCode, errorMessage}. The first call follows the
   * script's `apply`, the second its `rollback`.
   */
  apply(category, values, record) {
    this.#note('calls', {
      method: 'apply',
      category: this.#told(() => this.#encoder.text(category), UNTOLD),
      values: this.#told(() => this.#encoder.values(values), UNTOLD),
    });
    const { answer, records } = this.#turns[this.#applies++] ?? readTurn();
    for (const entry of records) record(entry);
    return answer;
  }

  /** The library asks to revert `keys`; returns the answer. */
  revert(category, keys) {
    this.#note('calls', {
      method: 'revert',
      category: this.#told(() => this.#encoder.text(category), UNTOLD),
      keys: this.#told(() => this.#encoder.keys(keys), [UNTOLD]),
    });
    return this.#revert.answer;
  }

  /** The library opens a URL (a string or bytes): its callback. */
  opened(url) {
    let text = this.#told(() => this.#encoder.url(url), '');
    if (typeof text !== 'string') {
      const bytes = Buffer.from(text);
      text = bytes.toString('utf8');
      if (!Buffer.from(text).equals(bytes)) text = { base64: bytes.toString('base64') };
    }
    this.#note('callbacks', { url: text });
    this.#whenOpened();
  }

  /** The library logs a line; shown if the capability `log` is claimed. */
  log(line) {
    if (!this.#finished) this.#log.push(String(line));
  }

  // What the adapter does.

  /** Waits until a callback has been opened, but not longer than `milliseconds`. */
  async untilQuiet(milliseconds = 500) {
    if (this.#callbacks.length > 0) return;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#whenOpened = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** What happened in this step; whatever comes from now on is late. */
  finish() {
    this.#finished = true;
    if (this.#trouble) throw this.#trouble;
    const log = this.#showsLog ? { log: this.#log } : {};
    return { calls: this.#calls, callbacks: this.#callbacks, ...log };
  }

  #note(kind, entry) {
    this.#events += 1;
    if (this.#showsSequence) entry.sequence = this.#events; // One count over calls and callbacks.
    else if (kind === 'callbacks') entry = entry.url;
    if (this.#finished) this.#late.push({ id: this.#stepId, [kind]: [entry] });
    else if (kind === 'calls') this.#calls.push(entry);
    else this.#callbacks.push(entry);
  }

  #told(encode, otherwise) {
    // The library is on the stack: it must not see an exception of the adapter.
    try {
      return encode();
    } catch (error) {
      if (this.#finished) console.error(error); // No reply will tell it.
      this.#trouble ??= error;
      return otherwise;
    }
  }
}
