# Four threads that answer requests which exist only here: for each line on standard input, for as many seconds as it says; then
# the number of them is the answer.
require "json"

KEPT = Array.new(300_000) { |i| i.odd? ? "user #{i}" : { id: i, tags: ["a", i.to_s] } }

def request(number)
  rows = Array.new(40) { |i| KEPT[(number * 7919 + i * 31) % KEPT.size] }
  JSON.parse(JSON.generate(rows)).map(&:to_s).sort.join(",").upcase.gsub("A", "b").size
end

$stdout.sync = true
while (line = $stdin.gets)
  deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + Float(line)
  done = Array.new(4) do |thread|
    Thread.new do
      count = 0
      while Process.clock_gettime(Process::CLOCK_MONOTONIC) < deadline
        request(thread + count * 4)
        count += 1
      end
      count
    end
  end
  puts done.sum(&:value)
end
