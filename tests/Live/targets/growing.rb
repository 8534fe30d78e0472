# growing.c's courses in Ruby: strings of many sizes, in arrays and a hash.
#
#   growing.rb COURSE SEED DAY_SECONDS LIFE_DAYS LIFE
#
# Not "fragments" and "threads", but "peaks": each day it makes more objects than ever before, and keeps a few of them, so that most of
# their heap pages stay. Not counted as kept. Prints the same lines, of one life.
require "json"

KEYS = 4096
REQUESTS = 256
SLOT = 40

course, seed, day, days, life = ARGV[0], ARGV[1].to_i, ARGV[2].to_f, ARGV[3].to_f, ARGV[4].to_i
length = day * days
each_life = Random.new(seed)
level = each_life.rand(8.0..24.0) * (1 << 20)
size = each_life.rand(0.15..1.0) * level
load = each_life.rand(0.0..0.15) * size
phase = each_life.rand(0.0..day)
jumps = Array.new(each_life.rand(1..4)) { [each_life.rand(0.08..0.92) * length, each_life.rand(0.12..0.4) * level] }
chance = Random.new(seed + 1000 * life)

some = ->(mean) { "x" * chance.rand(mean / 2...mean * 3 / 2) }
fill = lambda do |into, wanted, mean|
  held = 0
  while held < wanted
    into << some.(mean)
    held += into.last.bytesize + SLOT
  end
  held
end
now = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }

base = []
level = fill.(base, level, 1000)
asks = KEYS * (course == "filling" ? chance.rand(3.0..10.0) : chance.rand(6.0..20.0))
leaked, cache, busy, hours, peaks = [], {}, {}, [], 0
kept, due, asked, before = 0, 0.0, 0.0, 0.0
$stdout.sync = true
20_000.times { some.(2000) } # as a server that has answered some requests
puts JSON.generate(worker: Process.pid, level: level)
start = now.()
while (at = now.() - start) < length
  while hours.size * day / 24 <= at
    hours << kept
    GC.start # a real day has more collections than an hour of this one
  end
  case course
  when "linear"
    due += size * (at - before) / length
    held = fill.(leaked, due, 600)
    kept += held
    due -= held
  when "filling", "popular"
    asked += asks * (at - before) / length
    while asked > 0
      key = (KEYS * (course == "filling" ? chance.rand : chance.rand**6)).to_i
      unless cache[key]
        cache[key] = some.((size / KEYS).to_i)
        kept += cache[key].bytesize + SLOT
      end
      asked -= 1
    end
  when "steps"
    due_now, jumps = jumps.partition { |jump| jump[0] <= at }
    due_now.each { |jump| kept += fill.(leaked, jump[1], 1000) }
  when "peaks"
    if peaks * day <= at
      peaks += 1
      leaked.concat(Array.new(peaks * 30_000) { Object.new }.each_slice(200).map(&:first))
      GC.start
    end
  end
  # So many requests hold memory as the hour asks for.
  wanted = (0.5 + 0.5 * Math.sin(2 * Math::PI * (at + phase) / day)) * REQUESTS
  REQUESTS.times do |each|
    if each < wanted
      busy[each] ||= some.((2 * load / REQUESTS).to_i + 64)
    else
      busy.delete(each)
    end
  end
  20.times { some.(2000) }
  "x" * (chance.rand(10...50) * 4096) if chance.rand < 0.01
  before = at
  sleep day / 500
end
puts JSON.generate(kept: hours + [kept])
