# frozen_string_literal: true

# CFPropertyList for Ruby.

require 'cfpropertylist'
require_relative 'abt_suite'
require_relative 'configuration_library'

# "All exceptions thrown are derived from this class." With --catch-all any other is taken for "cannot be read", too;
# else, and if it is no StandardError, it ends the process.
UNREADABLE = ARGV.include?('--catch-all') ? [CFPlistError, StandardError] : [CFPlistError]

# The stack. Its own classes are read, because native_types does not tell text from data.
class Stack
  # Containers below this depth are not read: 32 levels are enough. So a list without end has one.
  MAX_LEVELS = 300
  # Members of containers, counted as often as they occur. The kit shows no values with more.
  MAX_MEMBERS = 60_000

  def read(data)
    begin
      list = CFPropertyList::List.new(data: data, format: CFPropertyList::List::FORMAT_BINARY)
    rescue *UNREADABLE
      raise Refused
    end
    @members = 0
    native(list.value, 0)
  end

  def write(strings)
    list = CFPropertyList::List.new
    list.value = CFPropertyList.guess(strings)
    list.to_str(CFPropertyList::List::FORMAT_BINARY)
  end

  private

  def native(value, level)
    case value
    when CFPropertyList::CFString then text(value.value)
    when CFPropertyList::CFData then value.decoded_value.b
    when CFPropertyList::CFInteger, CFPropertyList::CFReal, CFPropertyList::CFBoolean then value.value
    when CFPropertyList::CFDate then PlistDate.from_time(value.value)
    when CFPropertyList::CFArray
      count(value, level)
      value.value.map { |element| native(element, level + 1) }
    when CFPropertyList::CFDictionary
      count(value, level)
      value.value.to_h { |key, member| [text(key), native(member, level + 1)] }
    when nil, Integer then value # Objects that it does not know, and null.
    else raise Refused # Kinds that have no name in the adapter protocol.
    end
  end

  # What is too large for the adapter is beyond what a library must accept.
  def count(container, level)
    @members += container.value.size
    raise Refused, ConfigurationLibrary::DATA_TOO_LARGE if @members > MAX_MEMBERS || level > MAX_LEVELS
  end

  # ASCII text comes without an encoding.
  def text(text)
    raise Refused unless text.is_a?(String)

    text.encoding == Encoding::BINARY ? text.dup.force_encoding(Encoding::UTF_8) : text
  end
end

# One library within one fresh app.
class Library
  def initialize(app)
    @library = ConfigurationLibrary.new(app['bundleIdentifier'], app['apiKey'], app['urlScheme'], Stack.new)
  end

  def open(url, delegate)
    @library.handle_config_url(url, AppDelegate.new(delegate)) { |callback| delegate.opened(callback) }
  end
end

# What the library calls in the app.
class AppDelegate
  def initialize(scripted)
    @scripted = scripted
  end

  def apply(category, values)
    applied = []
    not_applied = []
    answer = @scripted.apply(category, values) do |record|
      (record.applied? ? applied : not_applied) << record.key
    end
    [answer.yes?, applied, not_applied]
  end

  def revert(category, keys)
    @scripted.revert(category, keys).yes?
  end
end

version = Gem::Specification.find_by_name('CFPropertyList').version.to_s
suite = ABTSuite.new(editions: ['plain'], capabilities: ['sequence']) { |app| Library.new(app) }
AdapterLoop.new({ 'name' => 'CFPropertyList', 'version' => version, 'language' => 'Ruby' }, { 'abt' => suite }).run
