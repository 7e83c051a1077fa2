# frozen_string_literal: true

require 'openssl'
require 'zlib'

# A request that is answered with an error code.
class Refused < StandardError
  attr_reader :code

  def initialize(code = ConfigurationLibrary::UNDECODABLE_DATA)
    super("error #{code}")
    @code = code
  end
end

# A configuration library after the specification (Protocol.md), plain edition, for any reader of property lists.
#
# Everything but the property list is done here. A stack is an object with two methods:
#
#   read(data)      the value; raises Refused where the stack says that it cannot read the data
#   write(strings)  a binary property list: an array of strings
#
# The delegate has apply(category, values), which returns whether it answers yes, the keys applied and the keys not
# applied, and revert(category, keys), which returns whether it answers yes.
class ConfigurationLibrary
  CALLBACK = 'absoluteapps://thirdpartyprofilestatus?'
  MAGIC = 'ABTC'.b.freeze
  MAX_INFLATED_BYTES = 1_048_576
  MAX_STEP = 16_384

  MALFORMED_REQUEST = 1
  UNKNOWN_ACTION = 2
  INVALID_TOKEN = 3
  MISSING_DATA = 4
  ENCRYPTION_UNSUPPORTED = 5
  UNDECODABLE_DATA = 7
  DATA_TOO_LARGE = 8
  INVALID_DICTIONARY = 9
  UNSUPPORTED_VERSION = 10
  DELEGATE_FAILED = 11

  def initialize(bundle_identifier, api_key, url_scheme, stack)
    @scheme = url_scheme || "x-absolutemanageconfig.#{bundle_identifier}"
    @token = OpenSSL::HMAC.hexdigest('SHA256', api_key, bundle_identifier)
    @stack = stack
  end

  # Yields the callback. Returns whether the URL was for this library.
  def handle_config_url(url, delegate)
    scheme, colon, rest = url.partition(':')
    return false unless !colon.empty? && scheme.casecmp(@scheme)&.zero? # Not casecmp?: ASCII only.

    location, _, query = rest.partition('#').first.partition('?')
    values, malformed = parameters(query)
    answer = values.slice('profile', 'payload', 'token')
    begin
      changed = process(verb(location), values, malformed, delegate)
      answer['status'] = 'Success'
      answer['changedValues'] = [Zlib.deflate(@stack.write(changed))].pack('m0') if changed
    rescue Refused => e
      answer.merge!('status' => 'Error', 'errorCode' => e.code.to_s)
    end
    yield CALLBACK + answer.map { |name, value| "#{name}=#{percent_encode(value)}" }.join('&')
    true
  end

  private

  # The changed keys of an apply, nil for a reset.
  def process(verb, values, malformed, delegate)
    raise Refused, INVALID_TOKEN unless malformed.include?('token') || token?(values['token'])
    raise Refused, MALFORMED_REQUEST if malformed.any? || blank?(values['profile']) || blank?(values['payload'])
    raise Refused, UNKNOWN_ACTION unless %w[apply reset].include?(verb)
    raise Refused, values.key?('data-x') ? ENCRYPTION_UNSUPPORTED : MISSING_DATA if blank?(values['data'])

    content = @stack.read(unpack(values['data']))
    category = check(content)
    verb == 'apply' ? apply(content, category, delegate) : reset(content, category, delegate)
  end

  def token?(token)
    OpenSSL.secure_compare(token.to_s, @token)
  end

  def blank?(text)
    text.nil? || text.empty?
  end

  # The host of what stands between scheme and query, without user info, port and path.
  def verb(location)
    return '' unless location.start_with?('//')

    location[2..].partition('/').first.rpartition('@').last.partition(':').first.downcase(:ascii)
  end

  # The decoded parameters, and the names of those that are malformed or contradict each other.
  def parameters(query)
    values = {}
    malformed = []
    query.split('&').each do |parameter|
      name, _, raw = parameter.partition('=')
      values[name] = '' if name == 'data-x' # The plain edition does not look at it.
      next unless %w[token profile payload data].include?(name)

      value = percent_decode(raw)
      values[name] ||= value
      malformed << name if value.nil? || values[name] != value
    end
    [values.except(*malformed), malformed]
  end

  # A plus is a plus. nil for a malformed escape, or bytes that are not UTF-8.
  def percent_decode(text)
    return nil if text.match?(/%(?!\h\h)/)

    text = text.b.gsub(/%\h\h/) { |escape| escape[1, 2].hex.chr }.force_encoding(Encoding::UTF_8)
    text if text.valid_encoding?
  end

  def percent_encode(text)
    text.b.gsub(/[^A-Za-z0-9\-._~]/n) { |byte| format('%%%02X', byte.ord) }
  end

  # The property list in `data`: Base64, zlib, magic.
  def unpack(text)
    raise Refused unless (text.bytesize % 4).zero? && text.match?(%r{\A[A-Za-z0-9+/]*+={0,2}\z})

    data = inflate(text.unpack1('m'))
    raise Refused unless data.start_with?(MAGIC)

    data.byteslice(MAGIC.bytesize..)
  end

  def inflate(packed)
    inflater = Zlib::Inflate.new
    data = ''.b
    inflater.inflate(packed) do |piece|
      data << piece
      raise Refused, DATA_TOO_LARGE if data.bytesize > MAX_INFLATED_BYTES
    end
    raise Refused if !inflater.finished? || inflater.total_in != packed.bytesize

    data
  rescue Zlib::Error
    raise Refused
  ensure
    inflater&.close
  end

  # Checks what both verbs need; the category, or nil.
  def check(content)
    raise Refused, INVALID_DICTIONARY unless dictionary?(content) && content['Version'].is_a?(Integer)
    raise Refused, UNSUPPORTED_VERSION unless content['Version'] == 1
    raise Refused, INVALID_DICTIONARY unless !content.key?('Category') || text?(content['Category'])

    content['Category']
  end

  def apply(content, category, delegate)
    configuration = content['Configuration']
    raise Refused, INVALID_DICTIONARY unless dictionary?(configuration)

    answers_yes, applied, not_applied = delegate.apply(category, configuration)
    raise Refused, DELEGATE_FAILED unless answers_yes

    applied.empty? ? configuration.keys - not_applied : applied.uniq
  end

  def reset(content, category, delegate)
    keys = content['Keys']
    raise Refused, INVALID_DICTIONARY unless keys.is_a?(Array) && keys.all? { |key| text?(key) }
    raise Refused, DELEGATE_FAILED unless delegate.revert(category, keys.uniq)
  end

  def dictionary?(value)
    value.is_a?(Hash) && value.each_key.all? { |key| text?(key) }
  end

  # Data is a String in BINARY.
  def text?(value)
    value.is_a?(String) && value.encoding != Encoding::BINARY
  end
end
