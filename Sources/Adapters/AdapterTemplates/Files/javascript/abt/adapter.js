/**
 * The adapter between assay and a library that is configured through URLs.
 *
 * Change what is marked `>>> YOUR LIBRARY`; the other files can stay as they are.
 * Run it with:  assay run -- node adapter.js
 */

import { ABTSuite } from './abt-suite.js';
import { AdapterLoop } from './adapter-loop.js';
// >>> YOUR LIBRARY: import it here, and delete stub-library.js.
import { StubLibrary } from './stub-library.js';

// >>> YOUR LIBRARY: its name and version, as the report will show them.
const implementation = { name: 'Stub', version: '0.1.0', language: 'JavaScript' };

// >>> YOUR LIBRARY: what it can do; README.md lists the words. What you do not
// claim is not tested. Always claim `sequence`: the adapter sees to it.
const claim = { editions: ['plain'], capabilities: ['sequence'] };

/**
 * What a value of the library's own type is, in a type of typed-values.js; undefined if
 * it is none of those: the step is then a failure that names the type.
 */
function plainValue(value) {
  // >>> YOUR LIBRARY: a line for each type that it has and the protocol has not, as in
  // if (value instanceof Set) return [...value];
  // if (value instanceof UID) return BigInt(value.UID);
  return undefined;
}

/** One library within one fresh app. */
class Library {
  #library;

  constructor(app) {
    // >>> YOUR LIBRARY: create a new one. It must remember nothing of earlier ones.
    // For the encrypting edition, app also has encryptionSecret and allowUnencrypted.
    this.#library = new StubLibrary(app.bundleIdentifier, app.apiKey, app.urlScheme);
  }

  async open(url, delegate) {
    // >>> YOUR LIBRARY: give it the URL as the system would, its delegate, and what
    // it calls to open URLs; return whether it says that the URL was for it.
    const openURL = (callback) => delegate.opened(callback);
    const handled = this.#library.handleConfigURL(url, appDelegate(delegate), openURL);
    // >>> YOUR LIBRARY: if it goes on working afterwards, wait for its callback:
    // if (handled) await delegate.untilQuiet();
    return handled;
  }
}

/** What the library calls in the app. >>> YOUR LIBRARY: in the form that it wants. */
function appDelegate(scripted) {
  return {
    applyConfiguration(set) {
      const answer = scripted.apply(set.category, set.values, (record) => {
        if (!record.applied) set.didNotApply(record.key);
        else if (record.hasOldValue) set.didApply(record.key, record.oldValue);
        else set.didApply(record.key);
      });
      // >>> YOUR LIBRARY: "cancel" (answer.word), and answer.errorCode and
      // answer.errorMessage, if its delegate can say so.
      return answer.word === 'yes';
    },

    revertConfiguration(category, keys) {
      return scripted.revert(category, keys).word === 'yes';
    },
  };
}

await new AdapterLoop(implementation, {
  abt: new ABTSuite((app) => new Library(app), { ...claim, plainValue }),
}).run();
