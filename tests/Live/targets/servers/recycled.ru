# A Rack application whose workers are recycled, for Puma and unicorn. Every answer is the worker's pid.
#
# /            at once
# /takes/0.2   after so many seconds of sleep
# /works/0.2   after so many seconds of work, which holds the interpreter's lock
# /grows/8     after it has written so many MiB that it keeps: its private memory grows by them at least
# /shares      how many MiB the process that loaded this file holds for all (HOLDS)
#
# HOLDS is how many MiB of objects are loaded with the file. LOADS is how many seconds loading takes.

require "securerandom"

KEPT = []
HELD = Array.new(ENV.fetch("HOLDS", "0").to_i * 8192) { |number| "held #{number}, longer than what fits a slot" }
sleep Float(ENV.fetch("LOADS", "0"))

def works(seconds)
  ends = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
  nil while Process.clock_gettime(Process::CLOCK_MONOTONIC) < ends
end

run(lambda do |env|
  _, act, amount = env["PATH_INFO"].split("/")
  case act
  when "takes" then sleep Float(amount)
  when "works" then works Float(amount)
  when "grows" then KEPT << SecureRandom.bytes(1 << 20) * Integer(amount) # written: no other process can share it
  end
  body = (act == "shares" ? HELD.size / 8192 : Process.pid).to_s
  [200, { "content-type" => "text/plain", "content-length" => body.bytesize.to_s }, [body]]
end)
