/** The suite `abt`: starts libraries and opens URLs. You need not change this file. */

import { AdapterTrouble, Unsupported, libraryCall } from './adapter-loop.js';
import { ScriptedDelegate } from './scripted-delegate.js';
import { decodeBase64 } from './typed-values.js';

/**
 * `makeLibrary(app)` makes a library within a fresh app; `app` is the
 * configuration of the request `start`. The library has `open(url, delegate)`,
 * which returns a boolean or a promise of one; `url` is a string, or a Buffer
 * if it is not UTF-8 (only if the capability `bytes` is claimed). `plainValue(value)`
 * says what a value of the library's own type is, or undefined.
 */
export class ABTSuite {
  #makeLibrary;
  #plainValue;
  #library = null;
  #late = [];

  constructor(makeLibrary, { editions, capabilities, plainValue }) {
    this.claim = { editions, capabilities };
    this.#plainValue = plainValue;
    this.#makeLibrary = makeLibrary;
  }

  async start(configuration) {
    this.#library = null;
    if (!this.claim.editions.includes(configuration.edition)) {
      throw new Unsupported(`there is no edition "${configuration.edition}"`);
    }
    if (configuration.dialect && !this.claim.capabilities.includes('dialect')) {
      throw new Unsupported('this library speaks the default dialect only');
    }
    this.#library = await libraryCall(() => this.#makeLibrary(configuration));
  }

  async step(action, request) {
    if (action !== 'open') throw new Unsupported(`the suite abt has no action "${action}"`);
    if (!this.#library) throw new AdapterTrouble('no library is started');
    const url = this.#url(request);
    const { capabilities } = this.claim;
    const delegate = new ScriptedDelegate(request, capabilities, this.#late, this.#plainValue);
    const handled = await libraryCall(() => this.#library.open(url, delegate));
    return { handled: Boolean(handled), ...delegate.finish() };
  }

  takeLate() {
    return this.#late.splice(0);
  }

  #url(request) {
    if (typeof request.url === 'string') return request.url;
    if (!('urlBase64' in request)) {
      throw new AdapterTrouble('the step has neither url nor urlBase64');
    }
    if (!this.claim.capabilities.includes('bytes')) {
      throw new Unsupported('this library takes URLs as text, and these bytes are not UTF-8');
    }
    return decodeBase64(request.urlBase64);
  }
}
