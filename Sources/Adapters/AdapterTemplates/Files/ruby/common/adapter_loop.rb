# frozen_string_literal: true

# The request loop of an adapter: JSON lines in, one reply per request out.
#
# You need not change this file. Whatever the library under test prints to standard
# output goes to standard error, so that it cannot spoil the replies.

require 'json'

# Raise it for what the library cannot do: the case is skipped, not failed.
class Unsupported < StandardError; end

# Raise it for trouble of the adapter's own: no verdict on the library.
class AdapterTrouble < StandardError; end

# JSON text that goes into a reply unchanged.
RawJSON = Struct.new(:text)

# Serves suites, each under its name.
#
# A suite has a `claim` (a Hash), `start(configuration, request)`,
# `step(action, request)` which returns the members of `observed` as a Hash, and
# `take_late` which returns what came after the last reply, as an Array.
class AdapterLoop
  PROTOCOL = 1
  MAX_LINE_BYTES = 16 * 1024 * 1024
  # A property list of 512 levels takes up to three levels of JSON for each.
  MAX_JSON_DEPTH = 1_600
  MAX_ID_BITS = 53
  BLANK = /\A[ \t\r\n]*\z/n.freeze

  def initialize(implementation, suites, fresh_process: false)
    @implementation = implementation
    @suites = suites
    @fresh_process = fresh_process
    @current = nil
    @stopped = false
  end

  # Serves standard input until `stop` or its end, then ends the process: now,
  # whatever threads the library has left behind.
  def run
    output = $stdout.dup.binmode
    output.sync = true
    $stdout.reopen($stderr)
    serve($stdin.binmode, output)
    exit!(0)
  rescue Errno::EPIPE # The harness is gone: nobody to tell.
    exit!(1)
  rescue Interrupt
    exit!(130)
  end

  def serve(input, output)
    until @stopped
      line = read_line(input)
      return if line.nil?

      output.write(answer(line)) unless line != :too_long && line.match?(BLANK)
    end
  end

  private

  # The next line, nil at the end of the input, or :too_long.
  def read_line(input)
    line = input.gets("\n", MAX_LINE_BYTES + 1)
    return line if line.nil? || line.bytesize <= MAX_LINE_BYTES || line.end_with?("\n")

    line = input.gets("\n", 1 << 20) until line.nil? || line.end_with?("\n")
    :too_long
  end

  def answer(line)
    id = 0
    request = parse(line)
    unless request['id'].is_a?(Integer) && request['id'].bit_length <= MAX_ID_BITS
      raise AdapterTrouble, "the request has no integer id within #{MAX_ID_BITS} bits"
    end

    id = request['id']
    type, members = handle(request)
    reply(id, type, members)
  rescue Unsupported => e
    reply(id, 'unsupported', { 'reason' => e.message })
  rescue StandardError, SystemStackError => e # Whatever it is, the next request is served.
    $stderr.puts e.full_message(highlight: false)
    reply(id, 'failure', { 'message' => "#{e.class}: #{e.message}"[0, 1_000] })
  end

  def parse(line)
    raise AdapterTrouble, "the line is longer than #{MAX_LINE_BYTES} bytes" if line == :too_long

    line.force_encoding(Encoding::UTF_8)
    raise AdapterTrouble, 'the line is no UTF-8' unless line.valid_encoding?

    request = JSON.parse(with_halves(line), max_nesting: MAX_JSON_DEPTH)
    raise AdapterTrouble, 'the line is not a JSON object' unless request.is_a?(Hash)

    request
  end

  # The json library refuses escapes of half a surrogate pair, which JSON allows:
  # they become the bytes that UTF-8 would use for them.
  def with_halves(line)
    return line unless line.match?(/\\u[dD][89a-fA-F]/)

    escapes = /\\(?:u[dD][89abAB]\h\h\\u[dD][c-fC-F]\h\h|u([dD][89a-fA-F]\h\h)|.)/n
    halves = line.b.gsub(escapes) do |escape|
      half = Regexp.last_match(1)
      half ? [half.hex].pack('U').b : escape
    end
    halves.force_encoding(Encoding::UTF_8)
  end

  def handle(request)
    case request['type']
    when 'hello' then ['hello', hello]
    when 'start' then ['started', start(request)]
    when 'step'
      raise AdapterTrouble, 'a step came before any start' unless @current

      ['observed', @current.step(request['action'], request).merge(late)]
    when 'stop'
      @stopped = true
      ['stopped', late]
    else raise Unsupported, "there is no request #{request['type'].inspect} in protocol #{PROTOCOL}"
    end
  end

  def hello
    members = {
      'protocol' => PROTOCOL,
      'implementation' => @implementation,
      'suites' => @suites.transform_values(&:claim)
    }
    @fresh_process ? members.merge('freshProcess' => true) : members
  end

  def start(request)
    suite = @suites.fetch(request['suite']) do |name|
      raise Unsupported, "this adapter has no suite #{name.inspect}"
    end
    @current = nil
    suite.start(request['configuration'] || {}, request)
    @current = suite
    late # Last, because a start that is refused would lose the entries.
  end

  def late
    entries = @current ? @current.take_late : []
    entries.empty? ? {} : { 'late' => entries }
  end

  def reply(id, type, members)
    line = render(id, type, members)
    if line.bytesize > MAX_LINE_BYTES
      members.fetch('calls', []).each { |call| call['values'] &&= { 'tooLarge' => true } }
      line = render(id, type, members)
    end
    return line if line.bytesize <= MAX_LINE_BYTES

    render(id, 'failure', { 'message' => 'the reply is too long' })
  end

  def render(id, type, members)
    out = +''.b
    WireText.write({ 'id' => id, 'type' => type, **members }, out)
    out << "\n"
  end
end

# Text and JSON as they go into replies: ASCII only, everything else escaped.
module WireText
  module_function

  # A string of the library for a reply. One that is not valid Unicode becomes
  # {"utf16" => ...}; nil stays nil.
  def wire_text(text)
    return nil if text.nil?

    text = text.dup.force_encoding(Encoding::UTF_8) if text.encoding == Encoding::BINARY
    return text.encode(Encoding::UTF_8) if text.valid_encoding?

    { 'utf16' => [utf16(text)].pack('m0') }
  end

  def write(value, out)
    case value
    when RawJSON then out << value.text
    when Hash
      write_all(value, '{', '}', out) do |(key, member)|
        out << json(key) << ':'
        write(member, out)
      end
    when Array then write_all(value, '[', ']', out) { |element| write(element, out) }
    when String then out << json(value.dup.force_encoding(Encoding::UTF_8).scrub)
    else out << JSON.generate(value)
    end
  end

  def json(text)
    JSON.generate(text, ascii_only: true)
  end

  def write_all(values, opening, closing, out)
    out << opening
    values.each_with_index do |value, index|
      out << ',' if index.positive?
      yield value
    end
    out << closing
  end

  # The code units of a string with halves of surrogate pairs, big endian. Other
  # bytes that are not text count as U+FFFD.
  def utf16(text)
    return text.b if text.encoding == Encoding::UTF_16BE

    text.dup.force_encoding(Encoding::UTF_8).unpack('U*').flat_map do |point|
      next point if point < 0x10000

      [0xD800 + ((point - 0x10000) >> 10), 0xDC00 + ((point - 0x10000) & 0x3FF)]
    end.pack('n*')
  rescue ArgumentError
    text.scrub("\u{FFFD}").encode(Encoding::UTF_16BE).b
  end
end

# Calls into the library under test.
#
# An exception that it lets out would end an app. So it ends the adapter, and the
# harness sees a crash. A `failure` would hide it.
def library_call
  yield
rescue Unsupported, AdapterTrouble, SystemExit
  raise
rescue Exception => e # rubocop:disable Lint/RescueException -- an overflown stack, too
  $stderr.puts e.full_message(highlight: false)
  exit!(70)
end
