/**
 * Property-list values in the adapter protocol.
 *
 *     string      string               {"string": "x"}, or {"utf16": Base64} for
 *                                      halves of surrogate pairs
 *     integer     bigint               {"integer": "-12"}
 *     real        number               {"real": "0.5"}, also "nan", "inf", "-inf", "-0.0"
 *     boolean     boolean              {"boolean": true}
 *     date        PlistDate, Date      {"date": "387417600.0"}
 *     data        Uint8Array, Buffer   {"data": Base64}
 *     array       Array                {"array": [...]}
 *     dictionary  Map, plain object,   {"dictionary": {...}}, or
 *                 Pairs                {"pairs": [[key, value], ...]}
 *     no value    null, undefined      null
 *
 * A number is always a real: 1 and 1.0 are the same in JavaScript, and not the
 * same in a property list. If your library tells them apart in another way,
 * convert integers with BigInt() before you hand them to `delegate.apply`.
 *
 * `plainValue` in adapter.js is asked about values of other types, such as a Set or
 * a class of your library.
 */

import { AdapterTrouble, ByteSink, RawJSON, wireText } from './adapter-loop.js';

// Anything larger becomes {"tooLarge": true}. A reply may have 16 MiB, and no
// request that a library must accept comes anywhere near half of that.
const MAX_VALUES_BYTES = 8 * 1024 * 1024;
const MAX_LEVELS = 500;

// Counted before anything is rendered: a small list whose parts are shared can
// expand without end, and the time of rendering would be held against the
// library. A request that a library must accept has at most 10,000 objects and
// 1 MiB of content.
const MAX_NODES = 60_000;
const MAX_CONTENT = 4 * 1024 * 1024;

const SECONDS_FROM_1970_TO_2001 = 978307200;

/**
 * A date: seconds since 2001-01-01T00:00:00Z as a 64-bit real. A Date knows
 * milliseconds only.
 */
export class PlistDate {
  constructor(seconds) {
    this.seconds = seconds;
  }

  static fromDate(date) {
    return new PlistDate(date.getTime() / 1000 - SECONDS_FROM_1970_TO_2001);
  }
}

/** A dictionary as an array of [key, value], in case a key occurs twice. */
export class Pairs extends Array {}

/**
 * Values of the library for a reply, rendered at once: the library may change them
 * later. Throws AdapterTrouble for a type that neither the kit nor `plainValue` knows.
 */
export class Encoder {
  #plainValue;

  constructor(plainValue = () => undefined) {
    this.#plainValue = plainValue;
  }

  /** The `values` of an apply call (Map, plain object or Pairs). */
  values(values) {
    const plain = this.#plain(values, isDictionary, 'values of the type');
    return needsPairs(plain)
      ? this.#rendered(plain, '{"pairs":[', { members: this.#pairs(plain), end: ']}' })
      : this.#rendered(plain, '{', { members: this.#members(plain), end: '}' });
  }

  /** A category or key: text as it is, null, and any other value with its type. */
  text(value) {
    const plain = this.#plain(value);
    if (plain === null || plain === undefined || typeof plain === 'string') return wireText(plain);
    return this.#rendered(plain, '', { members: [['', plain, '']].values(), end: '' });
  }

  /** The `keys` of a revert call. */
  keys(keys) {
    const isList = typeof keys === 'object' && keys !== null && Symbol.iterator in keys;
    const list = isList ? keys : this.#plain(keys, Array.isArray, 'keys of the type');
    return Array.from(list, (key) => this.text(key));
  }

  /** A URL that has been opened, as a string or bytes. */
  url(url) {
    return this.#plain(url, isTextOrBytes, 'a URL of the type');
  }

  /** The value if it is of such a type, or else what `plainValue` makes of it. */
  #plain(value, isOfType = isKnown, what = 'a value of the type') {
    if (isOfType(value)) return value;
    const plain = this.#plainValue(value);
    if (plain !== undefined && isOfType(plain)) return plain;
    const name = value?.constructor?.name ?? String(value);
    throw new AdapterTrouble(
      `the library gave ${what} ${name}, and plainValue does not say what it is`,
    );
  }

  *#entries(dictionary) {
    for (const [key, value] of entries(dictionary)) {
      yield [this.#plain(key, isText, 'a key of the type'), value];
    }
  }

  /**
   * Whether it has few enough nodes and little enough content, counted as often as
   * they occur.
   */
  #fits(whole) {
    let nodes = MAX_NODES;
    let content = MAX_CONTENT;
    const waiting = [whole];
    while (waiting.length > 0) {
      const value = this.#plain(waiting.pop());
      if (typeof value === 'string' || value instanceof Uint8Array) {
        content -= value.length;
      } else if (isDictionary(value)) {
        nodes -= value instanceof Map ? value.size : entries(value).length;
        if (nodes < 0) return false;
        for (const [key, member] of this.#entries(value)) {
          content -= key.length;
          waiting.push(member);
        }
      } else if (Array.isArray(value)) {
        nodes -= value.length;
        if (nodes < 0) return false;
        for (const element of value) waiting.push(element);
      }
      if (content < 0) return false;
    }
    return true;
  }

  /**
   * What the iterator yields, and the iterators of the levels within. A loop, not
   * recursion: how deep values are nested is up to the library.
   */
  #rendered(whole, opening, outermost) {
    if (!this.#fits(whole)) return { tooLarge: true };
    const sink = new ByteSink();
    const levels = [outermost];
    let separator = '';
    sink.add(opening);
    while (levels.length > 0) {
      const level = levels.at(-1);
      const { value: member, done } = level.members.next();
      if (done) {
        levels.pop();
        sink.add(level.end);
        separator = ',';
        continue;
      }
      const [prefix, given, suffix] = member;
      sink.add(separator + prefix);
      separator = ',';
      const value = this.#plain(given);
      const isArray = Array.isArray(value) && !(value instanceof Pairs);
      if (!isArray && !isDictionary(value)) {
        sink.add(scalar(value) + suffix);
      } else {
        if (levels.length >= MAX_LEVELS) return { tooLarge: true };
        separator = '';
        if (isArray) {
          sink.add('{"array":[');
          levels.push({ members: elements(value), end: ']}' + suffix });
        } else if (needsPairs(value)) {
          sink.add('{"pairs":[');
          levels.push({ members: this.#pairs(value), end: ']}' + suffix });
        } else {
          sink.add('{"dictionary":{');
          levels.push({ members: this.#members(value), end: '}}' + suffix });
        }
      }
      if (sink.length > MAX_VALUES_BYTES) return { tooLarge: true };
    }
    return new RawJSON(sink.flush());
  }

  *#members(dictionary) {
    for (const [key, value] of this.#entries(dictionary)) {
      yield [`${JSON.stringify(key)}:`, value, ''];
    }
  }

  *#pairs(dictionary) {
    for (const [key, value] of this.#entries(dictionary)) {
      yield [`[${JSON.stringify(wireText(key))},`, value, ']'];
    }
  }
}

/** The value of a typed value, such as an old value of a record; a dictionary as a Map. */
export function decode(value) {
  if (value === null) return null;
  const members = typeof value === 'object' ? Object.entries(value) : [];
  if (members.length !== 1 || Array.isArray(value)) {
    throw new AdapterTrouble('a typed value is null or an object with one member');
  }
  const [[type, content]] = members;
  switch (type) {
    case 'string':
    case 'boolean':
      if (typeof content !== type) throw new AdapterTrouble(`this is no ${type}`);
      return content;
    case 'integer':
      if (!/^[-+]?[0-9]+$/.test(content)) throw new AdapterTrouble('this is no integer');
      return BigInt(content);
    case 'real':
      return decodeReal(content);
    case 'date':
      return new PlistDate(decodeReal(content));
    case 'data':
      return decodeBase64(content);
    case 'utf16':
      return decodeBase64(content).swap16().toString('utf16le');
    case 'array':
      return content.map(decode);
    case 'dictionary':
      return new Map(Object.entries(content).map(([key, member]) => [key, decode(member)]));
    case 'pairs': {
      const list = content.map(([key, member]) => [
        typeof key === 'string' ? key : decode(key),
        decode(member),
      ]);
      const map = new Map(list);
      return map.size === list.length ? map : Pairs.from(list);
    }
    default:
      throw new AdapterTrouble(`there is no type "${type}" of value`);
  }
}

/** The Map of typed values by their keys, as `values` of a call are. */
export function decodeMembers(values) {
  return decode(Array.isArray(values.pairs) ? values : { dictionary: values });
}

export function decodeBase64(text) {
  const bytes = Buffer.from(String(text), 'base64');
  // Buffer.from passes over what is no Base64.
  if (bytes.toString('base64') !== text) throw new AdapterTrouble('this is no Base64');
  return bytes;
}

const SPECIAL_REALS = new Map([['nan', NaN], ['inf', Infinity], ['-inf', -Infinity]]);

function decodeReal(text) {
  const number = SPECIAL_REALS.get(text) ?? Number(text);
  if (typeof text !== 'string' || text.trim() === '' || (Number.isNaN(number) && text !== 'nan')) {
    throw new AdapterTrouble('this is no real');
  }
  return number;
}

function realText(number) {
  if (Number.isNaN(number)) return 'nan';
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf';
  return Object.is(number, -0) ? '-0.0' : String(number);
}

/** The JSON text of a value that holds no others. */
function scalar(value) {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
    case 'boolean':
      return `{"boolean":${value}}`;
    case 'bigint':
      return `{"integer":"${value}"}`;
    case 'number':
      return `{"real":"${realText(value)}"}`;
    case 'string': {
      const text = wireText(value);
      return typeof text === 'string' ? `{"string":${JSON.stringify(text)}}` : JSON.stringify(text);
    }
  }
  if (value instanceof PlistDate) return `{"date":"${realText(value.seconds)}"}`;
  if (value instanceof Date) return scalar(PlistDate.fromDate(value));
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return `{"data":"${bytes.toString('base64')}"}`;
}

function isText(value) {
  return typeof value === 'string';
}

function isTextOrBytes(value) {
  return isText(value) || value instanceof Uint8Array;
}

function isDictionary(value) {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Map || value instanceof Pairs) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isKnown(value) {
  if (value === null || value === undefined) return true;
  if (['boolean', 'bigint', 'number'].includes(typeof value) || isTextOrBytes(value)) return true;
  if (Array.isArray(value) || isDictionary(value)) return true;
  return value instanceof PlistDate || value instanceof Date;
}

function entries(dictionary) {
  if (dictionary instanceof Pairs || dictionary instanceof Map) return dictionary;
  return Object.entries(dictionary);
}

/** What plainValue makes of two keys can be the same. */
function needsPairs(dictionary) {
  if (dictionary instanceof Pairs) return true;
  for (const [key] of entries(dictionary)) {
    if (!isText(key) || typeof wireText(key) !== 'string') return true;
  }
  return false;
}

function* elements(array) {
  for (const element of array) yield ['', element, ''];
}
