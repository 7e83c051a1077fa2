# frozen_string_literal: true

# Mode logic that starts the library when it may, and never changes its mode.
#
# It lets the adapter run at once. Delete it when yours is in place.
class StubApp
  def initialize(library, storage)
    @library = library
    @storage = storage
  end

  def launch(options)
    if @storage.load.empty?
      @storage.store({ 'state' => 'Undecided', 'encryption' => 'Unencrypted' })
    end
    return unless @library.should_start_app_connect

    @library.init_with_delegate
    @library.start_with_launch_options(options)
  end

  # A real app changes its mode here, and stores it.
  def managed_policy_changed(_policy); end

  # And here.
  def user_requests(_mode); end
end
