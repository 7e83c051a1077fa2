# frozen_string_literal: true

# Property-list values in the adapter protocol.
#
#     string      String             {"string": "x"}, or {"utf16": Base64} for halves
#                                    of surrogate pairs
#     integer     Integer            {"integer": "-12"}
#     real        Float              {"real": "0.5"}, also "nan", "inf", "-inf", "-0.0"
#     boolean     true, false        {"boolean": true}
#     date        PlistDate, Time    {"date": "387417600.0"}
#     data        binary String      {"data": Base64}
#     array       Array              {"array": [...]}
#     dictionary  Hash, Pairs        {"dictionary": {...}}, or {"pairs": [[key, value], ...]}
#     no value    nil                null
#
# A String is data if its encoding is BINARY (ASCII-8BIT), otherwise text. Halves of
# surrogate pairs come as a String in UTF-16BE. PLAIN_VALUE in adapter.rb is asked about
# values of other types, such as a Set or a UID.

require_relative 'adapter_loop'

# A date: seconds since 2001-01-01T00:00:00Z as a 64-bit real.
PlistDate = Struct.new(:seconds) do
  def self.from_time(time)
    new((time.to_r - Time.utc(2001).to_r).to_f)
  end
end

# A dictionary as an Array of [key, value], in case a key occurs twice.
class Pairs < Array; end

# From the protocol's values to Ruby's.
module TypedValues
  module_function

  # The Ruby value of a typed value, such as an old value of a record.
  def decode(value)
    return nil if value.nil?
    unless value.is_a?(Hash) && value.size == 1
      raise AdapterTrouble, 'a typed value is null or an object with one member'
    end

    type, content = value.first
    case type
    when 'string' then String.try_convert(content) || raise(AdapterTrouble, 'this is no string')
    when 'boolean'
      raise AdapterTrouble, 'this is no boolean' unless [true, false].include?(content)

      content
    when 'integer' then Integer(content, 10)
    when 'real' then decode_real(content)
    when 'date' then PlistDate.new(decode_real(content))
    when 'data' then content.unpack1('m0')
    when 'utf16' then content.unpack1('m0').force_encoding(Encoding::UTF_16BE)
    when 'array' then content.map { |element| decode(element) }
    when 'dictionary' then content.transform_values { |member| decode(member) }
    when 'pairs' then decode_pairs(content)
    else raise AdapterTrouble, "there is no type #{type.inspect} of value"
    end
  end

  # The Hash of typed values by their keys, as `values` of a call are.
  def decode_members(values)
    decode(values['pairs'].is_a?(Array) ? values : { 'dictionary' => values })
  end

  def decode_pairs(content)
    pairs = content.map { |key, value| [key.is_a?(String) ? key : decode(key), decode(value)] }
    members = pairs.to_h
    members.size == pairs.size ? members : Pairs.new(pairs)
  end

  def decode_real(text)
    case text
    when 'nan' then Float::NAN
    when 'inf' then Float::INFINITY
    when '-inf' then -Float::INFINITY
    else Float(text)
    end
  end
end

# From the library's values to the protocol's, rendered at once: the library may change
# them later. Raises AdapterTrouble for a type that neither the kit nor `plain_value`
# knows.
class Encoder
  # Anything larger becomes {"tooLarge": true}. A reply may have 16 MiB, and no
  # request that a library must accept comes anywhere near half of that.
  MAX_BYTES = 8 * 1024 * 1024
  MAX_LEVELS = 500

  # Counted before anything is rendered: a small list whose parts are shared can
  # expand without end, and the time and memory of rendering would be held against
  # the library. A request that a library must accept has at most 10,000 objects and
  # 1 MiB of content.
  MAX_NODES = 60_000
  MAX_CONTENT = 4 * 1024 * 1024

  MEMBERS = [Hash, Pairs].freeze
  KNOWN = [
    NilClass, TrueClass, FalseClass, Integer, Float, String, PlistDate, Time, Array, Hash
  ].freeze

  class TooLarge < StandardError; end
  private_constant :TooLarge

  def initialize(plain_value = nil)
    @plain_value = plain_value || ->(_value) {}
  end

  # The `values` of an apply call, a Hash or Pairs.
  def values(values)
    values = plain(values, MEMBERS, 'values of the type')
    render(values) do |out|
      pairs?(values) ? write_pairs(values, out, 0) : write_members(values, out, 0)
    end
  end

  # A category or key: text as it is, nil, and any other value with its type.
  def text(value)
    value = plain(value)
    return WireText.wire_text(value) if value.nil? || value.is_a?(String)

    render(value) { |out| write_value(value, out, 0) }
  end

  # The `keys` of a revert call.
  def keys(keys)
    keys = plain(keys, [Array], 'keys of the type') unless keys.is_a?(Enumerable)
    keys.map { |key| text(key) }
  end

  # A URL that has been opened, as a String.
  def url(url)
    plain(url, [String], 'a URL of the type')
  end

  private

  # The value if it is of these types, or else what `plain_value` makes of it.
  def plain(value, types = KNOWN, what = 'a value of the type')
    return value if types.any? { |type| type === value }

    told = @plain_value.call(value)
    return told if !told.nil? && types.any? { |type| type === told }

    raise AdapterTrouble,
          "the library gave #{what} #{value.class}, and PLAIN_VALUE does not say what it is"
  end

  def key(key)
    plain(key, [String], 'a key of the type')
  end

  def render(value)
    return { 'tooLarge' => true } unless fits?(value)

    out = +''.b
    yield out
    RawJSON.new(out)
  rescue TooLarge
    { 'tooLarge' => true }
  end

  # Whether it has few enough nodes and little enough content, counted as often as they
  # occur.
  def fits?(value)
    nodes = MAX_NODES
    content = MAX_CONTENT
    waiting = [value]
    until waiting.empty?
      value = plain(waiting.pop)
      case value
      when String then content -= value.bytesize
      when Array, Hash
        nodes -= value.size
        return false if nodes.negative?

        parts = value
        if dictionary?(value)
          parts = value.map do |name, member|
            content -= key(name).bytesize
            member
          end
        end
        waiting.concat(parts)
      end
      return false if content.negative?
    end
    true
  end

  # Recursion ends at MAX_LEVELS; how deep values are nested is up to the library.
  def write_value(value, out, level)
    value = plain(value)
    case value
    when nil then out << 'null'
    when true, false then out << %({"boolean":#{value}})
    when Integer then out << %({"integer":"#{value}"})
    when Float then out << %({"real":"#{real_text(value)}"})
    when String then out << string_json(value)
    when PlistDate then out << %({"date":"#{real_text(value.seconds.to_f)}"})
    when Time then write_value(PlistDate.from_time(value), out, level)
    else write_container(value, out, level)
    end
    raise TooLarge if out.bytesize > MAX_BYTES
  end

  def write_container(value, out, level)
    raise TooLarge if level >= MAX_LEVELS

    if !dictionary?(value)
      out << '{"array":'
      WireText.write_all(value, '[', ']', out) { |element| write_value(element, out, level + 1) }
      out << '}'
    elsif pairs?(value)
      write_pairs(value, out, level + 1)
    else
      out << '{"dictionary":'
      write_members(value, out, level + 1)
      out << '}'
    end
  end

  def write_members(members, out, level)
    WireText.write_all(members, '{', '}', out) do |(name, value)|
      out << WireText.json(WireText.wire_text(name)) << ':'
      write_value(value, out, level)
    end
  end

  def write_pairs(pairs, out, level)
    out << '{"pairs":'
    WireText.write_all(pairs, '[', ']', out) do |(name, value)|
      out << '[' << WireText.json(WireText.wire_text(key(name))) << ','
      write_value(value, out, level)
      out << ']'
    end
    out << '}'
  end

  def dictionary?(value)
    MEMBERS.any? { |type| type === value }
  end

  # What plain_value makes of two keys can be the same.
  def pairs?(dictionary)
    return true if dictionary.is_a?(Pairs)

    dictionary.each_key.any? { |name| !name.is_a?(String) || WireText.wire_text(name).is_a?(Hash) }
  end

  def string_json(text)
    return %({"data":"#{[text].pack('m0')}"}) if text.encoding == Encoding::BINARY

    wire = WireText.wire_text(text)
    WireText.json(wire.is_a?(Hash) ? wire : { 'string' => wire })
  end

  def real_text(number)
    return 'nan' if number.nan?
    return number.to_s unless number.infinite?

    number.positive? ? 'inf' : '-inf'
  end
end
