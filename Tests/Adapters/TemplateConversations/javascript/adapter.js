/** An adapter around a library that does what each URL says: see converse. */

import { ABTSuite } from './abt-suite.js';
import { AdapterLoop, AdapterTrouble, Unsupported } from './adapter-loop.js';

const claimsNothing = 'CLAIMS_NOTHING' in process.env;
const capabilities = claimsNothing ? [] : ['sequence', 'log', 'bytes', 'dialect'];

/** Types of the library's own. */
class Uid {
  constructor(number) {
    this.content = BigInt(number);
  }
}

class Word {
  constructor(content) {
    this.content = content;
  }
}

class Endless {}
class Crowd {}
class Stranger {}
class Broken {}

function plainValue(value) {
  if (value instanceof Uid || value instanceof Word) return value.content;
  if (value instanceof Set) return [...value];
  if (value instanceof Endless) return [value, value];
  if (value instanceof Crowd) return Array(100_000).fill(0n);
  if (value instanceof Broken) throw new TypeError('the hook fails');
  return undefined;
}

class Library {
  constructor(app) {
    if (app.dialect?.refuse) throw new Unsupported('not this dialect');
    if (app.apiKey === 'crash') throw new Error('the library fails');
  }

  async open(url, delegate) {
    if (typeof url !== 'string') {
      delegate.opened(url);
      return false;
    }
    await this.#act(url, delegate);
    return true;
  }

  async #act(url, delegate) {
    const ignore = () => {};
    switch (url) {
      case 'values':
        this.#showValues(delegate);
        break;
      case 'revert':
        delegate.opened(said(delegate.revert('c', ['host', 'a\0']), []));
        break;
      case 'large':
        for (let time = 0; time < 3; time++) {
          delegate.apply(null, { v: 'x'.repeat(6 << 20) }, ignore);
        }
        break;
      case 'wide':
        delegate.apply(null, { v: Array(10_000).fill('x'.repeat(1 << 20)) }, ignore);
        break;
      case 'deep': {
        let value = null;
        for (let level = 0; level < 5_000; level++) value = [value];
        delegate.apply(null, { v: value }, ignore);
        break;
      }
      case 'own types':
        this.#showOwnTypes(delegate);
        break;
      case 'other places':
        delegate.apply(7n, {}, ignore);
        delegate.apply(['a', true], {}, ignore);
        delegate.revert(false, ['host', 1n, 1.5]);
        break;
      case 'endless':
        delegate.apply(null, { v: new Endless() }, ignore);
        break;
      case 'crowd':
        delegate.apply(null, { v: new Crowd() }, ignore);
        break;
      case 'broken':
        delegate.apply(null, { v: new Broken() }, ignore);
        break;
      case 'late stranger':
        setTimeout(() => this.#meetStranger('value', delegate), 50);
        break;
      case 'log':
        delegate.log('logged');
        break;
      case 'print':
        console.log('to standard output');
        break;
      case 'late':
        setTimeout(() => delegate.opened('later'), 50);
        break;
      case 'soon':
        setTimeout(() => delegate.opened('soon'), 50);
        await delegate.untilQuiet();
        break;
      case 'unsupported':
        throw new Unsupported('not today');
      case 'trouble':
        throw new AdapterTrouble('broken');
      case 'crash':
        throw new Error('the library fails');
      default:
        if (url.startsWith('stranger ')) this.#meetStranger(url.slice(9), delegate);
    }
  }

  #showOwnTypes(delegate) {
    const own = new Map([['inner', new Uid(9)], [new Word('word'), 'x']]);
    const array = [new Uid(8), new Set([new Word('w')])];
    delegate.apply(new Word('c'), { value: new Uid(7), array, dictionary: own }, () => {});
    delegate.revert(new Uid(3), [new Word('a'), new Uid(4)]);
  }

  #meetStranger(place, delegate) {
    const stranger = new Stranger();
    const values = {
      value: { v: stranger },
      element: { v: ['a', stranger] },
      member: { v: { k: stranger } },
      key: { v: new Map([[stranger, true]]) },
      values: stranger,
    };
    if (place === 'reverted') delegate.revert(null, ['host', stranger]);
    else if (place === 'keys') delegate.revert(null, stranger);
    else if (place === 'url') delegate.opened(stranger);
    else delegate.apply(place === 'category' ? stranger : null, values[place] ?? {}, () => {});
  }

  #showValues(delegate) {
    let records = [];
    let answer = delegate.apply(null, {}, (record) => records.push(record));
    const old = records.filter((record) => record.hasOldValue);
    delegate.opened(said(answer, records));
    records = [];
    const values = new Map(old.map((record) => [record.key, record.oldValue]));
    answer = delegate.apply('ä', values, (record) => records.push(record));
    delegate.opened(said(answer, records));
    delegate.apply('', { nothing: null }, () => {});
  }
}

function said(answer, records) {
  const told = records.map((record) => {
    const name = record.hasOldValue ? 'didApplyOld' : record.applied ? 'didApply' : 'didNotApply';
    return `${name} ${record.key}`;
  });
  if (answer.errorCode !== undefined) told.push(`${answer.errorCode} ${answer.errorMessage}`);
  return [answer.word, ...told].join(',');
}

const hook = 'NO_HOOK' in process.env ? {} : { plainValue };
await new AdapterLoop(
  { name: 'Told', version: '1', language: 'JavaScript' },
  { abt: new ABTSuite((app) => new Library(app), { editions: ['plain'], capabilities, ...hook }) },
  { freshProcess: !claimsNothing },
).run();
