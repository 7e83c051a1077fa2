# frozen_string_literal: true

# An adapter around a library that does what each URL says: see converse.

require 'set'
require_relative 'abt_suite'

CLAIMS_NOTHING = ENV.key?('CLAIMS_NOTHING')
CAPABILITIES = CLAIMS_NOTHING ? [] : %w[sequence log bytes dialect]

# Types of the library's own.
Uid = Struct.new(:content)
Word = Struct.new(:content)
class Endless; end
class Crowd; end
class Stranger; end
class Broken; end

PLAIN_VALUE = lambda do |value|
  case value
  when Uid, Word then value.content
  when Set then value.to_a
  when Endless then [value, value]
  when Crowd then [0] * 100_000
  when Broken then raise TypeError, 'the hook fails'
  end
end

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
    when 'own types' then show_own_types(delegate)
    when 'other places'
      delegate.apply(7, {}) { nil }
      delegate.apply(['a', true], {}) { nil }
      delegate.revert(false, ['host', 1, 1.5])
    when 'endless' then delegate.apply(nil, { 'v' => Endless.new }) { nil }
    when 'crowd' then delegate.apply(nil, { 'v' => Crowd.new }) { nil }
    when 'broken' then delegate.apply(nil, { 'v' => Broken.new }) { nil }
    when /\Astranger / then meet_stranger(Regexp.last_match.post_match, delegate)
    when 'late stranger' then after { meet_stranger('value', delegate) }
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

  def show_own_types(delegate)
    own = { 'inner' => Uid.new(9), Word.new('word') => 'x' }
    list = [Uid.new(8), Set[Word.new('w')]]
    delegate.apply(Word.new('c'), { 'value' => Uid.new(7), 'array' => list, 'dictionary' => own }) { nil }
    delegate.revert(Uid.new(3), [Word.new('a'), Uid.new(4)])
  end

  def meet_stranger(place, delegate)
    stranger = Stranger.new
    values = {
      'value' => { 'v' => stranger },
      'element' => { 'v' => ['a', stranger] },
      'member' => { 'v' => { 'k' => stranger } },
      'key' => { 'v' => { stranger => 1 } },
      'values' => stranger
    }
    case place
    when 'reverted' then delegate.revert(nil, ['host', stranger])
    when 'keys' then delegate.revert(nil, stranger)
    when 'url' then delegate.opened(stranger)
    else delegate.apply(place == 'category' ? stranger : nil, values.fetch(place, {})) { nil }
    end
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

plain_value = PLAIN_VALUE unless ENV.key?('NO_HOOK')
claim = { editions: ['plain'], capabilities: CAPABILITIES }
suite = ABTSuite.new(**claim, plain_value: plain_value) { |app| Library.new(app) }
implementation = { 'name' => 'Told', 'version' => '1', 'language' => 'Ruby' }
AdapterLoop.new(implementation, { 'abt' => suite }, fresh_process: !CLAIMS_NOTHING).run
