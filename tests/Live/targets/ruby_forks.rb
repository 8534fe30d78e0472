# A master that forks two workers, the second after it has said what its collector counted; each says the same of itself on demand.
require "json"

def told
  { pid: Process.pid, compactions: GC.stat(:compact_count), minor: GC.stat(:minor_gc_count), major: GC.stat(:major_gc_count),
    live: GC.stat(:heap_live_slots) }
end

kept = Array.new(60_000) { |i| i.odd? ? "x" * 60 : { i => i } }
kept.each_index { |i| kept[i] = nil if i % 3 == 0 }
started = told
from_worker, to_master = IO.pipe
stop, stopper = IO.pipe
workers = 2.times.map do
  fork do
    stopper.close
    to_master.puts JSON.generate(told)
    stop.read
    exit!
  end
end
said = workers.map { JSON.parse(from_worker.gets) }
$stdout.puts JSON.generate(started:, forked: told, workers: said)
$stdout.flush
$stdin.read
stopper.close
Process.waitall
