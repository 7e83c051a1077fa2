# frozen_string_literal: true

require 'openssl'

# A library that knows its URLs and its token, and refuses everything.
#
# It lets the adapter run at once. Delete it when yours is in place.
class StubLibrary
  INVALID_TOKEN = 3
  UNDECODABLE_DATA = 7

  def initialize(bundle_identifier, api_key, url_scheme = nil)
    @scheme = url_scheme || "x-absolutemanageconfig.#{bundle_identifier}"
    @token = OpenSSL::HMAC.hexdigest('SHA256', api_key, bundle_identifier)
  end

  # Yields the callback URL. Returns whether the URL was for this library.
  def handle_config_url(url, _delegate)
    scheme, _, rest = url.partition(':')
    return false unless scheme.casecmp?(@scheme)

    parameters = parameters_of(rest)
    # With a valid token a library would unpack the data here and call
    # delegate.apply_configuration or delegate.revert_configuration.
    code = parameters['token'] == @token ? UNDECODABLE_DATA : INVALID_TOKEN

    callback = +'absoluteapps://thirdpartyprofilestatus?'
    %w[profile payload token].each do |name|
      callback << "#{name}=#{percent_encode(parameters[name])}&" if parameters.key?(name)
    end
    yield "#{callback}status=Error&errorCode=#{code}"
    true
  end

  private

  def parameters_of(rest)
    query = rest.partition('#').first.partition('?').last
    query.split('&').each_with_object({}) do |parameter, parameters|
      name, _, value = parameter.partition('=')
      parameters[name] = percent_decode(value) unless parameters.key?(name)
    end
  end

  # Not URI.decode_www_form_component: a plus is a plus.
  def percent_decode(text)
    text.b.gsub(/%\h\h/) { |escape| escape[1, 2].hex.chr }.force_encoding(Encoding::UTF_8)
  end

  def percent_encode(text)
    text.b.gsub(/[^A-Za-z0-9\-._~]/) { |byte| format('%%%02X', byte.ord) }
  end
end
