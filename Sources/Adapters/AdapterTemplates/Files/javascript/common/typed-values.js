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
 * convert integers with BigInt() before you hand them to `encodeValues`.
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
 * The `values` of an apply call (Map, plain object or Pairs), rendered at once:
 * the library may change them later.
 */
export function encodeValues(values) {
  if (!isShort(values)) return { tooLarge: true };
  const sink = new ByteSink();
  const fits = needsPairs(values)
    ? render(sink, '{"pairs":[', { members: pairs(values), end: ']}' })
    : render(sink, '{', { members: members(values), end: '}' });
  return fits ? new RawJSON(sink.flush()) : { tooLarge: true };
}

/**
 * Whether the values have few enough nodes and little enough content, counted as
 * often as they occur.
 */
function isShort(values) {
  let nodes = MAX_NODES;
  let content = MAX_CONTENT;
  const waiting = [values];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      content -= value.length;
    } else if (value instanceof Uint8Array) {
      content -= value.length;
    } else if (Array.isArray(value)) {
      nodes -= value.length;
      if (nodes < 0) return false;
      for (const element of value) waiting.push(element);
    } else if (value !== null && typeof value === 'object') {
      const pairs = value instanceof Map ? [...value] : Object.entries(value);
      nodes -= pairs.length;
      if (nodes < 0) return false;
      for (const [key, member] of pairs) waiting.push(key, member);
    }
    if (content < 0) return false;
  }
  return true;
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

/**
 * Writes what the iterators of the levels yield; false if it is too large.
 * A loop, not recursion: how deep values are nested is up to the library.
 */
function render(sink, opening, outermost) {
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
    const [prefix, value, suffix] = member;
    sink.add(separator + prefix);
    separator = ',';
    const text = scalar(value);
    if (text !== null) {
      sink.add(text + suffix);
    } else {
      if (levels.length >= MAX_LEVELS) return false;
      separator = '';
      if (Array.isArray(value) && !(value instanceof Pairs)) {
        sink.add('{"array":[');
        levels.push({ members: elements(value), end: ']}' + suffix });
      } else if (needsPairs(value)) {
        sink.add('{"pairs":[');
        levels.push({ members: pairs(value), end: ']}' + suffix });
      } else {
        sink.add('{"dictionary":{');
        levels.push({ members: members(value), end: '}}' + suffix });
      }
    }
    if (sink.length > MAX_VALUES_BYTES) return false;
  }
  return true;
}

/** The JSON text of a value that holds no others; null for one that does. */
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
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return `{"data":"${bytes.toString('base64')}"}`;
  }
  if (Array.isArray(value) || value instanceof Map || isPlainObject(value)) return null;
  const name = value.constructor?.name ?? typeof value;
  throw new AdapterTrouble(`no typed value for ${name}: convert it first`);
}

function isPlainObject(value) {
  if (typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function entries(dictionary) {
  if (dictionary instanceof Pairs || dictionary instanceof Map) return dictionary;
  return Object.entries(dictionary);
}

function needsPairs(dictionary) {
  if (dictionary instanceof Pairs) return true;
  for (const [key] of entries(dictionary)) {
    if (typeof key !== 'string') throw new AdapterTrouble(`a key is a ${typeof key}, not a string`);
    if (typeof wireText(key) !== 'string') return true;
  }
  return false;
}

function* elements(array) {
  for (const element of array) yield ['', element, ''];
}

function* members(dictionary) {
  for (const [key, value] of entries(dictionary)) yield [`${JSON.stringify(key)}:`, value, ''];
}

function* pairs(dictionary) {
  for (const [key, value] of entries(dictionary)) {
    yield [`[${JSON.stringify(wireText(key))},`, value, ']'];
  }
}
