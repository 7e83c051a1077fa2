# frozen_string_literal: true

# The adapter between assay and a library that is configured through URLs.
#
# Change what is marked `>>> YOUR LIBRARY`; the other files can stay as they are.
# Run it with:  assay run -- ruby adapter.rb

require_relative 'abt_suite'
# >>> YOUR LIBRARY: require it here, and delete stub_library.rb.
require_relative 'stub_library'

# >>> YOUR LIBRARY: its name and version, as the report will show them.
IMPLEMENTATION = { 'name' => 'Stub', 'version' => '0.1.0', 'language' => 'Ruby' }.freeze

# >>> YOUR LIBRARY: what it can do; README.md lists the words. What you do not claim
# is not tested. Always claim "sequence": the adapter sees to it.
CLAIM = { editions: ['plain'], capabilities: ['sequence'] }.freeze

# What a value of the library's own type is, in a type of typed_values.rb. nil if it is
# none of those: the step is then a failure that names the type.
PLAIN_VALUE = lambda do |_value|
  # >>> YOUR LIBRARY: a line for each type that it has and the protocol has not, as in
  # return value.to_a if value.is_a?(Set)
  # return value.value if value.is_a?(CFPropertyList::CFUid)
  nil
end

# One library within one fresh app.
class Library
  def initialize(app)
    # >>> YOUR LIBRARY: create a new one. It must remember nothing of earlier ones.
    # For the encrypting edition, app also has "encryptionSecret" and
    # "allowUnencrypted".
    @library = StubLibrary.new(app['bundleIdentifier'], app['apiKey'], app['urlScheme'])
  end

  def open(url, delegate)
    # >>> YOUR LIBRARY: give it the URL as the system would, its delegate, and what
    # it calls to open URLs; return whether it says that the URL was for it.
    handled = @library.handle_config_url(url, AppDelegate.new(delegate)) do |callback|
      delegate.opened(callback)
    end
    # >>> YOUR LIBRARY: if it goes on working afterwards, wait for its callback:
    # delegate.wait_until_quiet if handled
    handled # rubocop:disable Style/RedundantAssignment
  end
end

# What the library calls in the app. >>> YOUR LIBRARY: in the form that it wants.
class AppDelegate
  def initialize(scripted)
    @scripted = scripted
  end

  def apply_configuration(set)
    answer = @scripted.apply(set.category, set.values) do |record|
      if !record.applied? then set.did_not_apply(record.key)
      elsif record.old_value? then set.did_apply(record.key, record.old_value)
      else set.did_apply(record.key)
      end
    end
    # >>> YOUR LIBRARY: "cancel" (answer.word), and answer.error_code and
    # answer.error_message, if its delegate can say so.
    answer.yes?
  end

  def revert_configuration(category, keys)
    @scripted.revert(category, keys).yes?
  end
end

suite = ABTSuite.new(**CLAIM, plain_value: PLAIN_VALUE) { |app| Library.new(app) }
AdapterLoop.new(IMPLEMENTATION, { 'abt' => suite }).run
