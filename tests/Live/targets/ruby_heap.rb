# A heap of many sizes and ages with holes in it; says what Ruby itself counts, then waits for the end of its input.
require "json"

kept = []
200_000.times do |i|
  kept << case i % 5
          when 0 then "x" * 100
          when 1 then [i, i, i, i, i]
          when 2 then { i => i }
          when 3 then "short#{i}"
          else Object.new
          end
end
kept.each_index { |i| kept[i] = nil unless (i / 7) % 3 == 0 }
4.times { GC.start }
GC.disable
stat = GC.stat
tombs = stat[:heap_tomb_pages] || 0 # 3.4 has heap_empty_pages instead, which are in no list of pages
pools = GC.respond_to?(:stat_heap) ? GC.stat_heap.values : []
constants = GC::INTERNAL_CONSTANTS
live_bytes = pools.empty? ? stat[:heap_live_slots] * constants[:RVALUE_SIZE]
                           : pools.sum { |pool| (pool[:total_allocated_objects] - pool[:total_freed_objects]) * pool[:slot_size] }
counts = ObjectSpace.count_objects
line = JSON.generate(
  version: RUBY_VERSION, pages: stat[:heap_eden_pages] + tombs, tombs:,
  live: stat[:heap_live_slots], live_bytes:, free: counts[:FREE], slots: counts[:TOTAL], old: stat[:old_objects],
  strings: counts[:T_STRING], page_bytes: constants[:HEAP_PAGE_SIZE],
  slot_bytes: pools.map { |pool| pool[:slot_size] }, pool_pages: pools.map { |pool| pool[:heap_eden_pages] + pool.fetch(:heap_tomb_pages, 0) }
)
$stdout.puts line
$stdout.flush
$stdin.read
