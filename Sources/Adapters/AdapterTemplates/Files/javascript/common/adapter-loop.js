/**
 * The request loop of an adapter: JSON lines in, one reply per request out.
 *
 * You need not change this file. Whatever the library under test prints to
 * standard output (console.log) goes to standard error, so that it cannot
 * spoil the replies.
 */

const PROTOCOL = 1;
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;
const CRASH_STATUS = 70;

/** Throw it for what the library cannot do: the case is skipped, not failed. */
export class Unsupported extends Error {}

/** Throw it for trouble of the adapter's own: no verdict on the library. */
export class AdapterTrouble extends Error {}

/** JSON text (buffers of UTF-8) that goes into a reply unchanged. */
export class RawJSON {
  constructor(buffers) {
    this.buffers = buffers;
  }
}

/** Collects text as buffers, so that a long reply does not exist twice. */
export class ByteSink {
  buffers = [];
  length = 0;
  #text = '';

  add(text) {
    this.#text += text;
    if (this.#text.length > 1 << 16) this.flush();
  }

  addBuffers(buffers) {
    this.flush();
    for (const buffer of buffers) this.#push(buffer);
  }

  flush() {
    if (this.#text !== '') this.#push(Buffer.from(this.#text, 'utf8'));
    this.#text = '';
    return this.buffers;
  }

  #push(buffer) {
    this.buffers.push(buffer);
    this.length += buffer.length;
  }
}

/**
 * Serves suites, each under its name.
 *
 * A suite has a `claim` (an object), `start(configuration, request)`,
 * `step(action, request)` which returns the members of `observed`, and
 * `takeLate()` which returns what came after the last reply. The first two may
 * be asynchronous.
 */
export class AdapterLoop {
  #implementation;
  #suites;
  #freshProcess;
  #current = null;
  #stopped = false;

  constructor(implementation, suites, { freshProcess = false } = {}) {
    this.#implementation = implementation;
    this.#suites = new Map(Object.entries(suites));
    this.#freshProcess = freshProcess;
  }

  /** Serves standard input until `stop` or its end, then ends the process. */
  async run() {
    const output = process.stdout.write.bind(process.stdout);
    process.stdout.write = process.stderr.write.bind(process.stderr);
    // The harness is gone: nobody to tell.
    process.stdout.on('error', () => process.exit(1));
    for await (const line of readLines(process.stdin)) {
      for (const buffer of await this.#answer(line)) {
        await new Promise((resolve) => output(buffer, resolve));
      }
      if (this.#stopped) break;
    }
    // Now, whatever timers and connections the library has left behind.
    process.exit(0);
  }

  async #answer(line) {
    let id = 0;
    try {
      const request = parse(line);
      if (!Number.isSafeInteger(request.id)) {
        throw new AdapterTrouble('the request has no integer id');
      }
      id = request.id;
      const [type, members] = await this.#handle(request);
      return reply(id, type, members);
    } catch (error) {
      if (error instanceof Unsupported) return reply(id, 'unsupported', { reason: error.message });
      // Whatever it is, the next request is served.
      console.error(error);
      return reply(id, 'failure', { message: String(error).slice(0, 1000) });
    }
  }

  async #handle(request) {
    switch (request.type) {
      case 'hello':
        return ['hello', this.#hello()];
      case 'start': {
        const suite = this.#suites.get(request.suite);
        if (!suite) throw new Unsupported(`this adapter has no suite "${request.suite}"`);
        this.#current = null;
        await suite.start(request.configuration ?? {}, request);
        this.#current = suite;
        // Last, because a refused start would lose the entries.
        return ['started', this.#late()];
      }
      case 'step': {
        if (!this.#current) throw new AdapterTrouble('a step came before any start');
        const observed = await this.#current.step(request.action, request);
        return ['observed', { ...observed, ...this.#late() }];
      }
      case 'stop':
        this.#stopped = true;
        return ['stopped', this.#late()];
      default:
        throw new Unsupported(`there is no request "${request.type}" in protocol ${PROTOCOL}`);
    }
  }

  #hello() {
    const claims = [...this.#suites].map(([name, suite]) => [name, suite.claim]);
    return {
      protocol: PROTOCOL,
      implementation: this.#implementation,
      suites: Object.fromEntries(claims),
      ...(this.#freshProcess && { freshProcess: true }),
    };
  }

  #late() {
    const late = this.#current?.takeLate() ?? [];
    return late.length > 0 ? { late } : {};
  }
}

/**
 * Calls into the library under test and awaits what it returns.
 *
 * An exception that gets out of it would end an app: it ends the adapter, and
 * the harness sees the crash that it is. A `failure` would hide it.
 */
export async function libraryCall(body) {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Unsupported || error instanceof AdapterTrouble) throw error;
    console.error(error);
    return process.exit(CRASH_STATUS);
  }
}

/** Whether a string holds half a surrogate pair. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * A string of the library for a reply; one that is no valid Unicode as
 * `{utf16: ...}`; null and undefined as null.
 */
export function wireText(text) {
  if (text === null || text === undefined) return null;
  if (!LONE_SURROGATE.test(text)) return text;
  return { utf16: Buffer.from(text, 'utf16le').swap16().toString('base64') };
}

/**
 * The lines of a stream, as buffers; null for one that is too long. Not with
 * `readline`, which also breaks lines at U+2028, legal within JSON strings.
 */
async function* readLines(stream) {
  let parts = [];
  let length = 0;
  const take = (part) => {
    const line = length + part.length > MAX_LINE_BYTES ? null : Buffer.concat([...parts, part]);
    parts = [];
    length = 0;
    return line;
  };
  const isBlank = (line) => line?.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

  for await (const chunk of stream) {
    let begin = 0;
    for (let end; (end = chunk.indexOf(LINE_FEED, begin)) >= 0; begin = end + 1) {
      const line = take(chunk.subarray(begin, end));
      if (!isBlank(line)) yield line;
    }
    const rest = chunk.subarray(begin);
    length += rest.length;
    if (length > MAX_LINE_BYTES) parts = [];
    else if (rest.length > 0) parts.push(rest);
  }
  const line = take(Buffer.alloc(0));
  if (!isBlank(line)) yield line;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(line) {
  if (line === null) {
    throw new AdapterTrouble(`the line is longer than ${MAX_LINE_BYTES} bytes`);
  }
  const request = JSON.parse(utf8.decode(line));
  if (request === null || typeof request !== 'object' || Array.isArray(request)) {
    throw new AdapterTrouble('the line is not a JSON object');
  }
  return request;
}

function reply(id, type, members) {
  let sink = render(id, type, members);
  if (sink.length > MAX_LINE_BYTES) {
    for (const call of members.calls ?? []) {
      if (call.values) call.values = { tooLarge: true };
    }
    sink = render(id, type, members);
  }
  if (sink.length > MAX_LINE_BYTES) {
    sink = render(id, 'failure', { message: 'the reply is too long' });
  }
  return sink.buffers;
}

function render(id, type, members) {
  const sink = new ByteSink();
  write({ id, type, ...members }, sink);
  sink.add('\n');
  sink.flush();
  return sink;
}

/** A value as JSON text; it may hold RawJSON. */
export function jsonText(value) {
  const sink = new ByteSink();
  write(value, sink);
  return new RawJSON(sink.flush());
}

function write(value, sink) {
  if (value instanceof RawJSON) {
    sink.addBuffers(value.buffers);
  } else if (Array.isArray(value)) {
    sink.add('[');
    value.forEach((element, index) => {
      if (index > 0) sink.add(',');
      write(element, sink);
    });
    sink.add(']');
  } else if (value !== null && typeof value === 'object') {
    let separator = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      sink.add(`${separator}${JSON.stringify(key)}:`);
      write(member, sink);
      separator = ',';
    }
    sink.add(separator === '{' ? '{}' : '}');
  } else if (typeof value === 'string') {
    // Half a surrogate pair is no text.
    sink.add(JSON.stringify(value.replace(/\p{Surrogate}/gu, '\uFFFD')));
  } else {
    sink.add(JSON.stringify(value ?? null));
  }
}
