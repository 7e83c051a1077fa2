/**
 * bplist-parser, in JavaScript. It reads only: bplist-creator, its usual companion, writes, and here the adapter
 * does, so that what is found is bplist-parser's alone.
 */

import { createRequire } from 'node:module';

import { ABTSuite } from './abt-suite.js';
import { AdapterLoop } from './adapter-loop.js';
import { ConfigurationLibrary, Refused } from './configuration-library.js';
import { PlistDate } from './typed-values.js';

const require = createRequire(import.meta.url);
const { parseBuffer, UID } = require('bplist-parser');
const { version } = require('bplist-parser/package.json');

const CATCHES_ALL = process.argv[2] === '--catch-all';
const DATA_TOO_LARGE = 8;
// More than that is far beyond what a library must accept.
const MAX_MEMBERS = 60_000;
const MAX_CONTENT = 4 * 1024 * 1024;
const MAX_LEVELS = 300;

class BplistParser {
  read(data) {
    let list;
    try {
      [list] = parseBuffer(data);
    } catch (error) {
      // What it throws itself is an Error and no more. Others are of the language: an index, a value that is missing.
      if (CATCHES_ALL || error.constructor === Error) throw new Refused();
      throw error;
    }
    return new Copy().of(list, 0);
  }

  write(strings) {
    return written(strings);
  }
}

/** Copies what the parser returns. Throws Refused for what cannot be shown: UIDs, nothing, and too much. */
class Copy {
  #members = 0;
  #content = 0;

  of(value, level) {
    if (++this.#members > MAX_MEMBERS || level > MAX_LEVELS) throw new Refused(DATA_TOO_LARGE);
    switch (typeof value) {
      // A number does not say whether the list has an integer or a real: a whole one of 64 bits counts as an integer.
      case 'number':
        return Number.isInteger(value) && !Object.is(value, -0) && Math.abs(value) < 2 ** 63 ? BigInt(value) : value;
      case 'boolean':
        return value;
      case 'string':
        return this.#counted(value);
    }
    if (value instanceof Date) return PlistDate.fromDate(value);
    if (Buffer.isBuffer(value)) return this.#counted(value);
    if (Array.isArray(value)) return value.map((element) => this.of(element, level + 1));
    if (value === null || value === undefined || value instanceof UID) throw new Refused();
    if (value.constructor?.name === 'Integer') return BigInt(value.toString()); // of the package big-integer
    const members = Object.entries(value);
    return new Map(members.map(([key, member]) => [this.#counted(key), this.of(member, level + 1)]));
  }

  #counted(content) {
    this.#content += content.length;
    if (this.#content > MAX_CONTENT) throw new Refused(DATA_TOO_LARGE);
    return content;
  }
}

/** A binary property list, an array of strings in UTF-16. */
function written(strings) {
  const parts = [Buffer.from('bplist00')];
  const offsets = [];
  let length = 8;
  const add = (...buffers) => {
    offsets.push(length);
    for (const buffer of buffers) {
      parts.push(buffer);
      length += buffer.length;
    }
  };
  const words = (numbers) => {
    const buffer = Buffer.alloc(4 * numbers.length);
    numbers.forEach((number, index) => buffer.writeUInt32BE(number, 4 * index));
    return buffer;
  };
  const head = (kind, count) => Buffer.concat([Buffer.of(kind | 15, 0x12), words([count])]);
  add(head(0xa0, strings.length), words(strings.map((_, index) => index + 1)));
  for (const text of strings) add(head(0x60, text.length), Buffer.from(text, 'utf16le').swap16());
  parts.push(words(offsets), Buffer.of(0, 0, 0, 0, 0, 0, 4, 4), words([0, offsets.length, 0, 0, 0, length]));
  return Buffer.concat(parts);
}

class Library {
  #library;

  constructor(app) {
    this.#library = new ConfigurationLibrary(app.bundleIdentifier, app.apiKey, app.urlScheme, new BplistParser());
  }

  open(url, delegate) {
    return this.#library.handleConfigURL(url, appDelegate(delegate), (callback) => delegate.opened(callback));
  }
}

function appDelegate(scripted) {
  return {
    apply(category, values) {
      const [applied, notApplied] = [[], []];
      const answer = scripted.apply(category, values, (record) => {
        (record.applied ? applied : notApplied).push(record.key);
      });
      return { yes: answer.word === 'yes', applied, notApplied };
    },

    revert: (category, keys) => scripted.revert(category, keys).word === 'yes',
  };
}

const claim = { editions: ['plain'], capabilities: ['sequence'] };
const identity = { name: 'bplist-parser', version, language: 'JavaScript' };
await new AdapterLoop(identity, { abt: new ABTSuite((app) => new Library(app), claim) }).run();
