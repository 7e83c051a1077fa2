# frozen_string_literal: true

# A suite of steps: one thing happens to an implementation, and the reply tells what it
# did.
#
# You need not change this file. `adapter.rb` has the table of the suite's actions.

require 'json'
require_relative 'adapter_loop'

# What the implementation does during a step. May be used from any thread: what comes
# after the reply goes into the next one.
class Journal
  # Whether the harness has let the app die within this step: what it does after that is
  # not recorded, and not stored.
  attr_reader :dead
  alias dead? dead

  def initialize(start_id, lists, late)
    @lists = lists
    @late = late
    @lock = Mutex.new
    clear({ 'id' => start_id })
    @finished = true # What comes during the start is late.
  end

  # @!group For the adapter

  # Adds an entry to a list of the reply, such as `calls`.
  def add(list, entry)
    text = +''.b
    WireText.write(entry, text) # Now, because the implementation may change it later.
    @lock.synchronize { note(list, RawJSON.new(text)) }
  rescue StandardError => e
    # The implementation is on the stack: it must not see this exception.
    $stderr.puts e.full_message(highlight: false)
    @trouble = AdapterTrouble.new("an entry of #{list} is not JSON: #{e.message}")
  end

  # Sets another member of the reply.
  def tell(name, value)
    @told[name] = value
  end

  # A member of the step, such as what the app is to answer; nil if the step does not say.
  def answer(*path)
    path.reduce(@step) { |value, name| value.is_a?(Hash) ? value[name] : nil }
  end

  # @!endgroup
  # @!group For StepSuite and Storage

  def begin_step(step)
    @lock.synchronize { clear(step) }
  end

  def finish
    @lock.synchronize do
      @finished = true
      raise @trouble if @trouble

      @entries.merge(@told)
    end
  end

  def begin_write
    @dead = true if @writes_left&.zero?
    !@dead
  end

  def end_write
    return unless @writes_left

    @writes_left -= 1
    @dead = @writes_left.zero?
  end

  # @!endgroup

  private

  def clear(step)
    @step = step
    @entries = @lists.to_h { |list| [list, []] }
    @told = {}
    @trouble = nil
    @writes_left = step['dieAfterPersist']
    @dead = false
    @finished = false
  end

  def note(list, entry)
    return if @dead

    @finished ? @late << { 'id' => @step['id'], list => [entry] } : @entries[list] << entry
  end
end

# What survives the end of the app: a Hash of JSON values, in a file of `folder`, or in
# memory if the harness names no folder (nil).
class Storage
  attr_reader :folder

  def initialize(folder, keep, journal)
    @folder = folder
    @path = folder && File.join(folder, 'storage.json')
    @journal = journal
    @record = {}
    return unless @path && File.exist?(@path)

    if keep
      @record = JSON.parse(File.read(@path, encoding: 'UTF-8'))
    else
      File.delete(@path)
    end
  end

  def load
    @record.dup
  end

  # Replaces everything. The harness may let the app die before or after it.
  def store(record)
    return unless @journal.begin_write

    if @path # Moved into place, so that it is complete at any moment.
      File.write("#{@path}.new", JSON.generate(record))
      File.rename("#{@path}.new", @path)
    end
    @record = record.dup
    @journal.end_write
  end
end

# A row of the table: the method that performs the action, and its members, each as
# "name: shape". `while_running`: it makes sense only between `launch` and `terminate`.
class Action
  # What the table can say of a member; `?` after it: the member may be missing or null.
  # Other words with `|` between them are the texts that the member can have.
  SHAPES = {
    'text' => [String], 'boolean' => [TrueClass, FalseClass], 'integer' => [Integer],
    'object' => [Hash], 'array' => [Array]
  }.freeze

  attr_reader :perform, :while_running

  def initialize(perform, *members, while_running: false)
    @perform = perform
    @members = members.to_h { |member| member.split(': ') }
    @while_running = while_running
  end

  def check(step)
    @members.each do |name, shape|
      fits = fits?(step[name], shape)
      raise AdapterTrouble, "#{name} is missing, or not #{shape.delete('?')}" unless fits
    end
  end

  private

  def fits?(value, shape)
    return true if shape.end_with?('?') && value.nil?

    shape = shape.delete('?')
    classes = SHAPES[shape]
    classes ? classes.any? { |kind| value.is_a?(kind) } : shape.split('|').include?(value)
  end
end

# `installation` is the class that has the actions as methods, and `host` a Journal.
# `lists` are the members of a reply that are always there.
class StepSuite
  attr_reader :claim

  def initialize(installation, host, actions, lists: ['calls'], capabilities: [])
    @claim = capabilities.empty? ? {} : { 'capabilities' => capabilities }
    @capabilities = capabilities
    @make_installation = installation
    @make_host = host
    @actions = actions
    @lists = lists
    @late = []
  end

  def start(configuration, request)
    @running = false
    @installation = nil
    @host = @make_host.new(request['id'], @lists, @late)
    storage = Storage.new(request['storage'], request['keep'] == true, @host)
    @installation = library_call { @make_installation.new(configuration, @host, storage) }
  end

  def step(name, request)
    action = @actions[name]
    check(name, action, request)
    @host.begin_step(request)
    library_call do
      perform(action, request)
      @running = name == 'launch' if %w[launch terminate].include?(name)
      die if @host.dead?
      @installation.observe
    end
    @host.finish
  end

  def take_late
    @late.shift(@late.size)
  end

  private

  def check(name, action, request)
    raise Unsupported, "there is no action #{name.inspect}" unless action
    if request['dieAfterPersist'] && !@capabilities.include?('killPoints')
      raise Unsupported, 'this app cannot be killed at a given write'
    end
    raise AdapterTrouble, 'the app is not launched' if action.while_running && !@running

    action.check(request)
  end

  def perform(action, request)
    @installation.public_send(action.perform, request)
  end

  def die
    @running = false
    perform(@actions['terminate'], {})
  end
end
