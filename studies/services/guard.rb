# guard.rb FILE     starts what FILE says in Wanted::KINDS, says where it is (a line of JSON), and waits for the end of its standard input or
# of one of them. Then it stops them and removes what they wrote.
require "fileutils"
require "json"
require "tmpdir"
require_relative "service"
require ARGV.fetch(0)

def say(word)
  puts JSON.generate(word)
rescue Errno::EPIPE
  nil # nobody is left to be told
end

# Of a guard that was killed itself: nobody holds its lock.
def abandoned?(folder)
  File.owned?(folder) && File.open("#{folder}/lock") { |lock| lock.flock(File::LOCK_EX | File::LOCK_NB) }
rescue SystemCallError
  false # just being made, or removed
end

def remove(folder) = FileUtils.rm_r(folder, force: true, secure: true)

$stdout.sync = true
events = Queue.new
%w[INT TERM HUP].each { |name| trap(name) { events << nil } }
Thread.new { $stdin.read and events << nil }

started = []
begin
  Dir["/tmp/lowtide-study-*"].each { |left| remove(left) if abandoned?(left) }
  # In /tmp, whatever TMPDIR is: paths of sockets hold 107 bytes, and the user that PostgreSQL runs as has to come there.
  folder = Dir.mktmpdir("lowtide-study-", "/tmp")
  lock = File.open("#{folder}/lock", "w").tap { |file| file.flock(File::LOCK_EX) }
  File.chmod(0o711, folder)
  Wanted::KINDS.each { |kind| started << kind.start(folder) { |why| events << why } }
  started.each { |service| service.wait_ready(events) }
  say(started.map(&:environment).reduce(:merge))
  why = events.pop
  say("failed" => why) if why
rescue Service::Failure, SystemCallError => why
  say("failed" => why.message)
ensure
  started.reverse_each(&:stop)
  remove(folder) if folder
  lock&.close
end
