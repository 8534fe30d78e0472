# A program whose heap does not hold still: ARGV says what it goes on doing. Asked for, it says whether its data is what it was.
require "json"

KEPT = Array.new(50_000) { |i| { i => "value #{i}" } }
KEPT.each_index { |i| KEPT[i] = nil if i % 3 == 0 }

def whole? = KEPT.each_with_index.all? { |one, i| i % 3 == 0 ? one.nil? : one == { i => "value #{i}" } }

rounds = 0
busy = {
  "allocates" => -> { Array.new(20_000) { |i| "x" * (i % 700) } },
  "compacts" => -> { Array.new(2_000) { |i| [i] * (i % 9) } && GC.compact },
  "forks" => -> { Process.wait(fork { exit! }) }
}.fetch(ARGV[0])
Thread.new do
  loop do
    busy.call
    rounds += 1
  end
end
$stdout.sync = true
puts JSON.generate(pid: Process.pid)
puts JSON.generate(whole: whole?, rounds:) while $stdin.gets
