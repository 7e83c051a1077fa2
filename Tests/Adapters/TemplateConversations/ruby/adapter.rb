# frozen_string_literal: true

# An adapter around a library that does what each URL says: see converse.

require_relative 'abt_suite'

CLAIMS_NOTHING = ENV.key?('CLAIMS_NOTHING')
CAPABILITIES = CLAIMS_NOTHING ? [] : %w[sequence log bytes dialect]

class Library
  def initialize(app)
    raise Unsupported, 'not this dialect' if app['dialect'] == { 'refuse' => true }
    raise 'the library fails' if app['apiKey'] == 'crash'
  end

  def open(url, delegate)
    if url.encoding == Encoding::BINARY
      delegate.opened(url)
      return false
    end
    act(url, delegate)
    true
  end

  private

  def act(url, delegate)
    case url
    when 'values' then show_values(delegate)
    when 'revert' then delegate.opened(said(delegate.revert('c', ['host', "a\0"]), []))
    when 'large' then 3.times { delegate.apply(nil, { 'v' => 'x' * (6 << 20) }) { nil } }
    when 'wide' then delegate.apply(nil, { 'v' => ['x' * (1 << 20)] * 10_000 }) { nil }
    when 'deep' then delegate.apply(nil, { 'v' => (0...5_000).reduce(nil) { |value, _| [value] } }) { nil }
    when 'log' then delegate.log('logged')
    when 'print' then puts 'to standard output'
    when 'late' then after { delegate.opened('later') }
    when 'soon'
      after { delegate.opened('soon') }
      delegate.wait_until_quiet
    when 'unsupported' then raise Unsupported, 'not today'
    when 'trouble' then raise AdapterTrouble, 'broken'
    when 'crash' then raise 'the library fails'
    end
  end

  def show_values(delegate)
    records = []
    answer = delegate.apply(nil, {}) { |record| records << record }
    old = records.select(&:old_value?).to_h { |record| [record.key, record.old_value] }
    delegate.opened(said(answer, records))
    records = []
    answer = delegate.apply('ä', old) { |record| records << record }
    delegate.opened(said(answer, records))
    delegate.apply('', { 'nothing' => nil }) { nil }
  end

  def after
    Thread.new do
      sleep 0.05
      yield
    end
  end

  def said(answer, records)
    told = records.map do |record|
      name = record.old_value? ? 'didApplyOld' : record.applied? ? 'didApply' : 'didNotApply'
      "#{name} #{record.key}"
    end
    told << "#{answer.error_code} #{answer.error_message}" if answer.error_code
    [answer.word, *told].join(',')
  end
end

suite = ABTSuite.new(editions: ['plain'], capabilities: CAPABILITIES) { |app| Library.new(app) }
implementation = { 'name' => 'Told', 'version' => '1', 'language' => 'Ruby' }
AdapterLoop.new(implementation, { 'abt' => suite }, fresh_process: !CLAIMS_NOTHING).run
