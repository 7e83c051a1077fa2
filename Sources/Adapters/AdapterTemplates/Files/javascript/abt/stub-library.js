/**
 * A library that knows its URLs and its token, and refuses everything.
 *
 * It lets the adapter run at once. Delete it when yours is in place.
 */

import { createHmac } from 'node:crypto';

const INVALID_TOKEN = 3;
const UNDECODABLE_DATA = 7;

export class StubLibrary {
  #scheme;
  #token;

  constructor(bundleIdentifier, apiKey, urlScheme = null) {
    this.#scheme = urlScheme ?? `x-absolutemanageconfig.${bundleIdentifier}`;
    this.#token = createHmac('sha256', apiKey).update(bundleIdentifier).digest('hex');
  }

  handleConfigURL(url, delegate, openURL) {
    const colon = url.indexOf(':');
    if (url.slice(0, colon).toLowerCase() !== this.#scheme.toLowerCase()) return false;

    const parameters = new Map();
    const query = url.slice(colon + 1).replace(/#.*$/s, '').replace(/^[^?]*\??/s, '');
    for (const parameter of query.split('&')) {
      const [name] = parameter.split('=', 1);
      if (!parameters.has(name)) parameters.set(name, decode(parameter.slice(name.length + 1)));
    }

    // With a valid token a library would unpack the data here and call
    // delegate.applyConfiguration or delegate.revertConfiguration.
    const code = parameters.get('token') === this.#token ? UNDECODABLE_DATA : INVALID_TOKEN;

    let callback = 'absoluteapps://thirdpartyprofilestatus?';
    for (const name of ['profile', 'payload', 'token']) {
      if (parameters.has(name)) callback += `${name}=${encode(parameters.get(name))}&`;
    }
    openURL(`${callback}status=Error&errorCode=${code}`);
    return true;
  }
}

/** Percent-decodes once; what is malformed stays as it is. A plus is a plus. */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encodes; halves of surrogate pairs, which have no UTF-8, as U+FFFD. */
function encode(text) {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
