/** An adapter around a library that does what each URL says: see converse. */

import { ABTSuite } from './abt-suite.js';
import { AdapterLoop, AdapterTrouble, Unsupported } from './adapter-loop.js';

const claimsNothing = 'CLAIMS_NOTHING' in process.env;
const capabilities = claimsNothing ? [] : ['sequence', 'log', 'bytes', 'dialect'];

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
    }
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

await new AdapterLoop(
  { name: 'Told', version: '1', language: 'JavaScript' },
  { abt: new ABTSuite((app) => new Library(app), { editions: ['plain'], capabilities }) },
  { freshProcess: !claimsNothing },
).run();
