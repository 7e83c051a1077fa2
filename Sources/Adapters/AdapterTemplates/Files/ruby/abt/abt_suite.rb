# frozen_string_literal: true

require_relative 'adapter_loop'
require_relative 'scripted_delegate'

# The suite `abt`: starts libraries and opens URLs. You need not change this file.
#
# The block makes a library within a fresh app; it gets the configuration of the
# request `start`. The library has `open(url, delegate)`, which says whether the URL
# was for it; `url` is a String, in BINARY if it is not UTF-8 (only if the
# capability `bytes` is claimed). `plain_value.call(value)` says what a value of the
# library's own type is, or nil.
class ABTSuite
  attr_reader :claim

  def initialize(editions:, capabilities:, plain_value: nil, &make_library)
    @claim = { 'editions' => editions, 'capabilities' => capabilities }
    @plain_value = plain_value
    @make_library = make_library
    @library = nil
    @late = Queue.new
  end

  def start(configuration, _request)
    @library = nil
    unless @claim['editions'].include?(configuration['edition'])
      raise Unsupported, "there is no edition #{configuration['edition'].inspect}"
    end
    if configuration['dialect'] && !capable?('dialect')
      raise Unsupported, 'this library speaks the default dialect only'
    end

    @library = library_call { @make_library.call(configuration) }
  end

  def step(action, request)
    raise Unsupported, "the suite abt has no action #{action.inspect}" unless action == 'open'
    raise AdapterTrouble, 'no library is started' unless @library

    url = url_of(request)
    delegate = ScriptedDelegate.new(request, @claim['capabilities'], @late, @plain_value)
    handled = library_call { @library.open(url, delegate) }
    { 'handled' => handled ? true : false }.merge(delegate.finish)
  end

  def take_late
    Array.new(@late.size) { @late.pop }
  end

  private

  def url_of(request)
    return request['url'] if request['url'].is_a?(String)
    unless request.key?('urlBase64')
      raise AdapterTrouble, 'the step has neither url nor urlBase64'
    end
    unless capable?('bytes')
      raise Unsupported, 'this library takes URLs as text, and these bytes are not UTF-8'
    end

    request['urlBase64'].unpack1('m0')
  end

  def capable?(capability)
    @claim['capabilities'].include?(capability)
  end
end
