# Strings that hold memory by malloc; says what Ruby itself makes of their sizes, then again each time that it is asked.
require "json"
require "objspace"

KEPT = Array.new(20_000) { |i| "z" * (200 + i % 50) }

def told
  { pid: Process.pid, total: ObjectSpace.count_objects_size[:TOTAL], all: ObjectSpace.memsize_of_all, strings: ObjectSpace.memsize_of_all(String) }
end

told
GC.start
GC.disable # what nobody holds any more counts too, for as long as it is there
$stdout.sync = true
puts JSON.generate(told)
while $stdin.gets
  puts JSON.generate(told)
end
