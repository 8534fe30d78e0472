# Under the kit: a lone process, or a worker (ARGV: "worker"), has memory of malloc in pieces, frees all but a last one, and waits; it says
# its anonymous bytes with the memory, right after it was freed, and once it has shrunk by four fifths of that, or a time has passed: the
# deadline only ends a failing test.
require "fiddle"
require "json"

LIBC = Fiddle::Handle::DEFAULT
MALLOC = Fiddle::Function.new(LIBC["malloc"], [Fiddle::TYPE_SIZE_T], Fiddle::TYPE_VOIDP)
FREE = Fiddle::Function.new(LIBC["free"], [Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOID)
MEMSET = Fiddle::Function.new(LIBC["memset"], [Fiddle::TYPE_VOIDP, Fiddle::TYPE_INT, Fiddle::TYPE_SIZE_T], Fiddle::TYPE_VOIDP)

def anonymous = File.read("/proc/self/status")[/^RssAnon:\s+(\d+)/, 1].to_i << 10

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

def work
  pieces = Array.new(1000) { MALLOC.call(50_000).tap { |piece| MEMSET.call(piece, 1, 50_000) } }
  MALLOC.call(50_000) # between them and the top, which malloc gives back by itself
  held = anonymous
  pieces.each { |piece| FREE.call(piece) }
  freed = anonymous
  deadline = now + 60
  sleep 0.05 while anonymous > held - 40_000_000 && now < deadline
  $stdout.puts JSON.generate(held:, freed:, last: anonymous, pid: Process.pid)
  $stdout.flush
  $stdin.read
end

if ARGV == ["worker"]
  worker = fork { work }
  Process.wait(worker)
else
  work
end
