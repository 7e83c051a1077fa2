# frozen_string_literal: true

# The suite `appconnect.dualmode`: plays the library to an app's mode logic, and
# records what the logic does. You need not change this file.

require 'json'
require_relative 'adapter_loop'

# The harness lets the app die at a write. `rescue => e` must not catch this.
class AppDied < Exception; end # rubocop:disable Lint/InheritException

# The library, and the rest of the app, as the mode logic sees them.
class ScriptedHost
  attr_reader :calls, :app

  def initialize
    begin_step(false)
  end

  def begin_step(should_start)
    @should_start = should_start
    @calls = []
    @app = []
  end

  # @!group Calls to the library

  def should_start_app_connect
    @calls << { 'method' => 'shouldStartAppConnect' }
    @should_start
  end

  def init_with_delegate
    @calls << { 'method' => 'initWithDelegate' }
  end

  # `options` as they came with `launch`, or nil.
  def start_with_launch_options(options)
    @calls << { 'method' => 'startWithLaunchOptions', 'options' => options }
  end

  def retire
    @calls << { 'method' => 'retire' }
  end

  def stop
    @calls << { 'method' => 'stop' }
  end

  # @!endgroup
  # @!group What the app does beside

  def erase_sensitive_data
    @app << { 'method' => 'eraseSensitiveData' }
  end

  def notify_mode_change(success)
    @app << { 'method' => 'notifyModeChange', 'success' => success ? true : false }
  end

  def encrypt_existing_data
    @app << { 'method' => 'encryptExistingData' }
  end

  # @!endgroup
end

# What survives the end of the app: a Hash of JSON values, in a file of the folder
# that the harness names, or in memory if it names none.
class Storage
  attr_writer :writes_until_death

  def initialize(folder, keep)
    @path = folder && File.join(folder, 'storage.json')
    @record = {}
    @writes_until_death = nil
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

  def store(record)
    raise AppDied if @writes_until_death&.zero?

    if @path # Moved into place, so that it is complete at any moment.
      File.write("#{@path}.new", JSON.generate(record))
      File.rename("#{@path}.new", @path)
    end
    @record = record.dup
    return unless @writes_until_death

    @writes_until_death -= 1
    raise AppDied if @writes_until_death.zero?
  end
end

# The block makes the mode logic of an app that is about to be launched, from a
# ScriptedHost and a Storage.
class DualModeSuite
  ACTIONS = %w[launch managedPolicy userRequests terminate].freeze

  attr_reader :claim

  def initialize(capabilities:, &make_app)
    @claim = { 'capabilities' => capabilities }
    @make_app = make_app
    @host = ScriptedHost.new
    @storage = nil
    @app = nil # nil while the app does not run.
  end

  def start(_configuration, request)
    @app = nil
    @storage = Storage.new(request['storage'], request['keep'] == true)
  end

  def step(action, request)
    unless ACTIONS.include?(action)
      raise Unsupported, "the suite appconnect.dualmode has no action #{action.inspect}"
    end
    if %w[managedPolicy userRequests].include?(action) && @app.nil?
      raise AdapterTrouble, 'the app is not launched'
    end

    @host.begin_step(request['shouldStart'] == true)
    @storage.writes_until_death = request['dieAfterPersist']
    library_call do
      perform(action, request)
      observed(@app || @make_app.call(@host, @storage))
    end
  end

  def take_late
    []
  end

  private

  def observed(app)
    {
      'calls' => @host.calls,
      'app' => @host.app,
      'state' => app.persisted_state,
      'encryption' => app.persisted_encryption
    }
  end

  def perform(action, request)
    case action
    when 'launch'
      @app = @make_app.call(@host, @storage)
      @app.launch(request['options'] || {})
    when 'managedPolicy'
      @app.managed_policy(
        request['policy'],
        secure_services: request['secureServices'] == true,
        secure_file_io_required: request['secureFileIORequired'] == true,
        auth_state: request.fetch('authState', 'AUTHORIZED')
      )
    when 'userRequests' then @app.user_requests(request['mode'])
    when 'terminate' then @app = nil
    end
  rescue AppDied
    @app = nil
  end
end
