# RubyGems requires this as Ruby starts, because `lowtide run` puts this folder first on RUBYLIB, and passes over it where it is
# missing or may not be read: so a Ruby that cannot reach the kit runs without it, where RUBYOPT=-r would end it. It starts the
# kit, then makes way for the site's own file of this name.
begin
  require_relative "../../../lib/lowtide_kit" if RUBY_ENGINE == "ruby" && (RUBY_VERSION.split(".").map(&:to_i) <=> [3, 1]) >= 0
rescue Exception => error # the target comes first: say so, and let it start
  begin
    $stderr.write("lowtide: the kit is not on: #{error.class}: #{error.message.lines.first.to_s.strip}\n")
  rescue StandardError
    nil # no standard error
  end
end
$LOAD_PATH.delete(File.expand_path("../..", __dir__))
# Where the site has none, this raises the LoadError that RubyGems passes over in silence.
require "rubygems/defaults/operating_system"
