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
# surrogate pairs come as a String in UTF-16BE. If your library has types of its own
# for some of these, convert them before you pass them to TypedValues.encode.

require_relative 'adapter_loop'

# A date: seconds since 2001-01-01T00:00:00Z as a 64-bit real.
PlistDate = Struct.new(:seconds) do
  def self.from_time(time)
    new((time.to_r - Time.utc(2001).to_r).to_f)
  end
end

# A dictionary as an Array of [key, value], in case a key occurs twice.
class Pairs < Array; end

# Converts between Ruby's values and the protocol's, both ways.
module TypedValues
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

  class TooLarge < StandardError; end
  private_constant :TooLarge

  module_function

  # The `values` of an apply call (Hash or Pairs), rendered at once, because the
  # library may change them later.
  def encode(values)
    return { 'tooLarge' => true } unless fits?(values)

    out = +''.b
    if pairs?(values)
      write_pairs(values, out, 0)
    else
      write_members(values, out, 0)
    end
    RawJSON.new(out)
  rescue TooLarge
    { 'tooLarge' => true }
  end

  # Whether the values have few enough nodes and little enough content, counted as
  # often as they occur.
  def fits?(values)
    nodes = MAX_NODES
    content = MAX_CONTENT
    waiting = [values]
    while (value = waiting.pop) || !waiting.empty?
      case value
      when String then content -= value.bytesize
      when Array, Hash
        nodes -= value.size
        return false if nodes.negative?

        value.is_a?(Hash) ? value.each { |key, member| waiting << key << member } : waiting.concat(value)
      end
      return false if content.negative?
    end
    true
  end

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

  # Recursion ends at MAX_LEVELS; how deep values are nested is up to the library.
  def write_value(value, out, level)
    case value
    when nil then out << 'null'
    when true, false then out << %({"boolean":#{value}})
    when Integer then out << %({"integer":"#{value}"})
    when Float then out << %({"real":"#{real_text(value)}"})
    when String then out << string_json(value)
    when PlistDate then out << %({"date":"#{real_text(value.seconds.to_f)}"})
    when Time then write_value(PlistDate.from_time(value), out, level)
    when Pairs, Hash, Array then write_container(value, out, level)
    else raise AdapterTrouble, "no typed value for #{value.class}: convert it first"
    end
    raise TooLarge if out.bytesize > MAX_BYTES
  end

  def write_container(value, out, level)
    raise TooLarge if level >= MAX_LEVELS

    if value.is_a?(Array) && !value.is_a?(Pairs)
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
    WireText.write_all(members, '{', '}', out) do |(key, value)|
      out << WireText.json(WireText.wire_text(key)) << ':'
      write_value(value, out, level)
    end
  end

  def write_pairs(pairs, out, level)
    out << '{"pairs":'
    WireText.write_all(pairs, '[', ']', out) do |(key, value)|
      out << '[' << WireText.json(WireText.wire_text(key)) << ','
      write_value(value, out, level)
      out << ']'
    end
    out << '}'
  end

  def pairs?(dictionary)
    return true if dictionary.is_a?(Pairs)

    dictionary.each_key.any? do |key|
      raise AdapterTrouble, "a key is a #{key.class}, not a String" unless key.is_a?(String)

      WireText.wire_text(key).is_a?(Hash)
    end
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
