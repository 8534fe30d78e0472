module LowtideKit
  @said ||= []

  # One line on standard error, each once.
  def self.say(what)
    line = "lowtide: #{what.to_s.split.join(' ')}\n"
    return if @said.include?(line)

    @said << line
    $stderr.write(line)
  rescue StandardError
    nil # no standard error, or it is closed
  end

  # The target comes first: what fails is said, and given back.
  def self.guarded(what)
    yield
  rescue StandardError, ScriptError => error
    say("#{what}: #{error.class}: #{error.message.lines.first}")
    error
  end
end
