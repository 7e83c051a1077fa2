# frozen_string_literal: true

# The adapter between assay and the dual-mode logic of an app.
#
# Change what is marked `>>> YOUR APP`; the other files can stay as they are.
# Run it with:  assay run --suite appconnect.dualmode -- ruby adapter.rb

require_relative 'dualmode_suite'
# >>> YOUR APP: require its mode logic here, and delete stub_app.rb.
require_relative 'stub_app'

# >>> YOUR APP: its name and version, as the report will show them.
IMPLEMENTATION = { 'name' => 'Stub', 'version' => '0.1.0', 'language' => 'Ruby' }.freeze

# >>> YOUR APP: add "killPoints" if everything it keeps goes through `storage`.
CAPABILITIES = [].freeze

# One run of the app, from its launch to its end.
class App
  def initialize(host, storage)
    # >>> YOUR APP: give it `host` instead of the AppConnect library, and `storage`
    # as the place for its mode.
    @storage = storage
    @logic = StubApp.new(host, storage)
  end

  def launch(options)
    # >>> YOUR APP: as the system launches it.
    @logic.launch(options)
  end

  def managed_policy(policy, secure_services:, secure_file_io_required:, auth_state:)
    # >>> YOUR APP: what the library says: "MANAGED" or "UNMANAGED", two booleans,
    # and "AUTHORIZED", "UNAUTHORIZED" or "RETIRED".
    @logic.managed_policy_changed(policy)
  end

  def user_requests(mode)
    # >>> YOUR APP: the user's choice: "AppConnectMode" or "NonAppConnectMode".
    @logic.user_requests(mode)
  end

  def persisted_state
    # >>> YOUR APP: what it has stored, as a word of the suite, or nil.
    @storage.load['state']
  end

  def persisted_encryption
    # >>> YOUR APP: likewise "Unencrypted", "Encrypted" or nil.
    @storage.load['encryption']
  end
end

suite = DualModeSuite.new(capabilities: CAPABILITIES) { |host, storage| App.new(host, storage) }
AdapterLoop.new(IMPLEMENTATION, { 'appconnect.dualmode' => suite }).run
