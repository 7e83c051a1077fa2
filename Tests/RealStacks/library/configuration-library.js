/**
 * A configuration library after the specification (Protocol.md), plain edition, for any reader of property lists.
 *
 * Everything but the property list is done here. A stack is an object with two methods:
 *
 *     read(data)       a value, with dictionaries as Map and integers as bigint; throws Refused where the stack says
 *                      that it cannot read the data
 *     write(strings)   a binary property list, an array of strings
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { inflateSync, deflateSync } from 'node:zlib';

const CALLBACK = 'absoluteapps://thirdpartyprofilestatus?';
const MAGIC = Buffer.from('ABTC');
const MAX_INFLATED_BYTES = 1_048_576;

const MALFORMED_REQUEST = 1;
const UNKNOWN_ACTION = 2;
const INVALID_TOKEN = 3;
const MISSING_DATA = 4;
const ENCRYPTION_UNSUPPORTED = 5;
const UNDECODABLE_DATA = 7;
const DATA_TOO_LARGE = 8;
const INVALID_DICTIONARY = 9;
const UNSUPPORTED_VERSION = 10;
const DELEGATE_FAILED = 11;

/** A request that is answered with an error code. */
export class Refused extends Error {
  constructor(code = UNDECODABLE_DATA) {
    super(`code ${code}`);
    this.code = code;
  }
}

/**
 * `delegate` has apply(category, values), which gives { yes, applied, notApplied }, and revert(category, keys), which
 * gives whether it answers yes. `openURL` is given the callback.
 */
export class ConfigurationLibrary {
  #scheme;
  #token;
  #stack;

  constructor(bundleIdentifier, apiKey, urlScheme, stack) {
    this.#scheme = urlScheme ?? `x-absolutemanageconfig.${bundleIdentifier}`;
    this.#token = createHmac('sha256', apiKey).update(bundleIdentifier).digest('hex');
    this.#stack = stack;
  }

  handleConfigURL(url, delegate, openURL) {
    const [scheme, rest] = cut(url, ':');
    if (!isSameScheme(scheme, this.#scheme)) return false;
    const [location, query] = cut(cut(rest, '#')[0], '?');
    const { values, malformed } = parameters(query);
    const callback = new Map();
    for (const name of ['profile', 'payload', 'token']) {
      if (values.has(name)) callback.set(name, values.get(name));
    }
    try {
      const changed = this.#process(verbOf(location), values, malformed, delegate);
      callback.set('status', 'Success');
      if (changed) {
        callback.set('changedValues', deflateSync(this.#stack.write(changed)).toString('base64'));
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      callback.set('status', 'Error').set('errorCode', String(error.code));
    }
    openURL(CALLBACK + Array.from(callback, ([name, value]) => `${name}=${encode(value)}`).join('&'));
    return true;
  }

  /** The changed keys of an apply, nothing for a reset. Throws Refused. */
  #process(verb, values, malformed, delegate) {
    if (!malformed.has('token') && !isSame(values.get('token') ?? '', this.#token)) {
      throw new Refused(INVALID_TOKEN);
    }
    if (malformed.size > 0 || !values.get('profile') || !values.get('payload')) {
      throw new Refused(MALFORMED_REQUEST);
    }
    if (verb !== 'apply' && verb !== 'reset') throw new Refused(UNKNOWN_ACTION);
    if (!values.get('data')) {
      throw new Refused(values.has('data-x') ? ENCRYPTION_UNSUPPORTED : MISSING_DATA);
    }
    const content = this.#stack.read(unpack(values.get('data')));
    const category = check(content);
    return verb === 'apply' ? apply(content, category, delegate) : reset(content, category, delegate);
  }
}

/** What stands before the mark, and after it. */
function cut(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function isSame(one, other) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Without regard to case, as far as a scheme has letters: toLowerCase alone takes a Kelvin sign for a k. */
function isSameScheme(one, other) {
  const lower = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower(one) === lower(other);
}

/** The host of what stands between scheme and query, without user info, port and path. */
function verbOf(location) {
  const authority = location.startsWith('//') ? cut(location.slice(2), '/')[0] : '';
  return cut(authority.slice(authority.lastIndexOf('@') + 1), ':')[0].toLowerCase();
}

/** The decoded parameters, and the names of those that are malformed or contradict each other. */
function parameters(query) {
  const values = new Map();
  const malformed = new Set();
  for (const parameter of query.split('&')) {
    const [name, raw] = cut(parameter, '=');
    if (name === 'data-x') values.set(name, ''); // The plain edition does not look at it.
    if (!['token', 'profile', 'payload', 'data'].includes(name)) continue;
    try {
      const value = decodeURIComponent(raw); // A plus is a plus.
      if (values.has(name) && values.get(name) !== value) malformed.add(name);
      values.set(name, value);
    } catch {
      malformed.add(name);
    }
  }
  for (const name of malformed) values.delete(name);
  return { values, malformed };
}

function encode(text) {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The property list in `data`: Base64, zlib, magic. */
function unpack(text) {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Refused();
  const packed = Buffer.from(text, 'base64');
  let inflated;
  try {
    inflated = inflateSync(packed, { maxOutputLength: MAX_INFLATED_BYTES, info: true });
  } catch (error) {
    throw new Refused(error.code === 'ERR_BUFFER_TOO_LARGE' ? DATA_TOO_LARGE : UNDECODABLE_DATA);
  }
  const { buffer, engine } = inflated;
  if (engine.bytesWritten !== packed.length || !buffer.subarray(0, 4).equals(MAGIC)) throw new Refused();
  return buffer.subarray(4);
}

/** Checks what both verbs need; the category, or null. */
function check(content) {
  if (!(content instanceof Map)) throw new Refused(INVALID_DICTIONARY);
  const [version, category] = [content.get('Version'), content.get('Category')];
  if (typeof version !== 'bigint') throw new Refused(INVALID_DICTIONARY);
  if (version !== 1n) throw new Refused(UNSUPPORTED_VERSION);
  if (content.has('Category') && typeof category !== 'string') throw new Refused(INVALID_DICTIONARY);
  return category ?? null;
}

function apply(content, category, delegate) {
  const configuration = content.get('Configuration');
  if (!(configuration instanceof Map)) throw new Refused(INVALID_DICTIONARY);
  const { yes, applied, notApplied } = delegate.apply(category, configuration);
  if (!yes) throw new Refused(DELEGATE_FAILED);
  if (applied.length > 0) return [...new Set(applied)];
  return Array.from(configuration.keys()).filter((key) => !notApplied.includes(key));
}

function reset(content, category, delegate) {
  const keys = content.get('Keys');
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) throw new Refused(INVALID_DICTIONARY);
  if (!delegate.revert(category, [...new Set(keys)])) throw new Refused(DELEGATE_FAILED);
  return undefined;
}
