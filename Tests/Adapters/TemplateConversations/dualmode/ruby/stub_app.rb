# frozen_string_literal: true

# Mode logic that fails as it is launched: see converse.
class StubApp
  def initialize(_library, _storage); end

  def launch(_options)
    raise 'the app fails'
  end
end
