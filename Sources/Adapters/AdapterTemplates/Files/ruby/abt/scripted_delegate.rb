# frozen_string_literal: true

# The delegate that the harness scripts: it records what the library asks, and
# answers as the script of the step says.
#
# You need not change this file; adapter.rb passes your library's calls on to it. It
# may be used from any thread. What comes after the reply goes into the next one.

require_relative 'adapter_loop'
require_relative 'typed_values'

class ScriptedDelegate
  # Stands for what cannot be told; whoever compares values passes over it.
  UNTOLD = { 'tooLarge' => true }.freeze

  # A call that the delegate makes to the library while it is itself being called.
  # An old value can be nil, too.
  Record = Struct.new(:applied, :key, :has_old_value, :old_value) do
    alias_method :applied?, :applied
    alias_method :old_value?, :has_old_value

    def self.read(record)
      word, key = record.values_at('record', 'key')
      unless %w[didApply didNotApply].include?(word) && key.is_a?(String)
        raise AdapterTrouble, 'a record is didApply or didNotApply, with a key'
      end

      new(word == 'didApply', key, record.key?('oldValue'), TypedValues.decode(record['oldValue']))
    end
  end

  # How the delegate answers: `yes`, `no` or `cancel`; with `no` there may be an
  # error of the delegate's own.
  Answer = Struct.new(:word, :error_code, :error_message) do
    def self.read(turn)
      word = turn.fetch('answer', 'yes')
      unless %w[yes no cancel].include?(word)
        raise AdapterTrouble, "a delegate cannot answer #{word.inspect}"
      end

      new(word, turn.dig('error', 'code'), turn.dig('error', 'message'))
    end

    def yes?
      word == 'yes'
    end
  end

  def initialize(request, capabilities, late, plain_value = nil)
    script = request['delegate'] || {}
    @turns = [script['apply'] || {}, script['rollback'] || {}].map do |turn|
      [turn.fetch('records', []).map { |record| Record.read(record) }, Answer.read(turn)]
    end
    @revert = Answer.read(script['revert'] || {})
    @step_id = request['id']
    @shows_sequence = capabilities.include?('sequence')
    @late = late
    @encoder = Encoder.new(plain_value)
    @lock = Mutex.new
    @changed = ConditionVariable.new
    @observed = { 'calls' => [], 'callbacks' => [] }
    @observed['log'] = [] if capabilities.include?('log')
    @applies = @events = 0
    @finished = false
    @trouble = nil
  end

  # @!group What the library under test does

  # The library asks to apply `values`. Yields each Record of the script, in
  # order, and returns the Answer. The first call follows the script's `apply`,
  # the second its `rollback`.
  def apply(category, values, &block)
    call = {
      'method' => 'apply',
      'category' => told(UNTOLD) { @encoder.text(category) },
      'values' => told(UNTOLD) { @encoder.values(values) }
    }
    turn = @lock.synchronize do
      note('calls', call)
      (@applies += 1) - 1
    end
    records, answer = @turns.fetch(turn) { [[], Answer.new('yes')] }
    records.each(&block)
    answer
  end

  # The library asks to revert `keys`; returns the Answer.
  def revert(category, keys)
    call = {
      'method' => 'revert',
      'category' => told(UNTOLD) { @encoder.text(category) },
      'keys' => told([UNTOLD]) { @encoder.keys(keys) }
    }
    @lock.synchronize { note('calls', call) }
    @revert
  end

  # The library opens a URL (text or bytes): its callback.
  def opened(url)
    url = told('') { @encoder.url(url) }
    url = url.dup.force_encoding(Encoding::UTF_8) if url.encoding == Encoding::BINARY
    shown = url.valid_encoding? ? url.encode(Encoding::UTF_8) : { 'base64' => [url.b].pack('m0') }
    @lock.synchronize { note('callbacks', { 'url' => shown }) }
  end

  # The library logs a line; shown if the capability `log` is claimed.
  def log(line)
    @lock.synchronize { @observed['log']&.push(line.to_s) unless @finished }
  end

  # @!endgroup
  # @!group What the adapter does

  # Waits until a callback has been opened, but not longer than `seconds`.
  def wait_until_quiet(seconds = 0.5)
    deadline = now + seconds
    @lock.synchronize do
      while @observed['callbacks'].empty? && (left = deadline - now).positive?
        @changed.wait(@lock, left)
      end
    end
  end

  # What happened in this step. Whatever comes from now on is late.
  def finish
    @lock.synchronize do
      @finished = true
      raise @trouble if @trouble

      @observed
    end
  end

  # @!endgroup

  private

  def note(kind, entry)
    @events += 1
    if @shows_sequence
      entry['sequence'] = @events # One count over calls and callbacks.
    elsif kind == 'callbacks'
      entry = entry['url']
    end
    if @finished
      @late << { 'id' => @step_id, kind => [entry] }
    else
      @observed[kind] << entry
      @changed.broadcast
    end
  end

  # The library is on the stack: it must not see an exception of the adapter.
  def told(otherwise)
    yield
  rescue StandardError => e
    $stderr.puts e.full_message(highlight: false) if @finished # No reply will tell it.
    @trouble ||= e
    otherwise
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
