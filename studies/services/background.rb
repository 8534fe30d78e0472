require "json"
require "rbconfig"

# What a study needs beside its server: started for a block, gone after it.
#
# They are children of a guard (guard.rb) of a process group of its own, which ends them when this process ends: also by
# SIGKILL, as that closes the pipe on which the guard waits. So they belong to the study and not to a server that a trial starts and ends.
module Background
  class Failure < StandardError; end

  # wanted: the file that names them (Wanted::KINDS); missing: packages that they need and that are not there. Gives the block the variables
  # by which they are found. Raises Failure if one cannot be started, or ends meanwhile.
  def self.during(wanted, missing:)
    raise Failure, "not installed: #{missing.join(", ")}; as root: apt-get install #{missing.join(" ")}" unless missing.empty?

    lifeline, ours = IO.pipe
    told, tell = IO.pipe
    guard = spawn(RbConfig.ruby, File.join(__dir__, "guard.rb"), wanted, in: lifeline, out: tell, pgroup: true)
    [lifeline, tell].each(&:close)
    environment = first_word(told)
    watch = watcher(told, Thread.current)
    yield environment
  ensure
    watch&.kill
    ours&.close
    Process.wait(guard) if guard
  end

  def self.first_word(told)
    word = JSON.parse(told.gets || raise(Failure, "the guard of the databases ended"))
    raise Failure, word["failed"] if word["failed"]

    word
  end

  # A database that dies in the middle ends what is done with it: figures of jobs that fail are figures of nothing.
  def self.watcher(told, user)
    Thread.new do
      line = told.gets
      user.raise(Failure, line ? JSON.parse(line)["failed"] : "the guard of the databases ended")
    end
  end
  private_class_method :first_word, :watcher
end
