# What the study tries against default arenas: the ids of Lowtide's remedies.
module Arms
  ALL = {
    "arena-1" => "malloc.arena-max-1",
    "arena-2" => "malloc.arena-max-2",
    "arena-4" => "malloc.arena-max-4",
    "jemalloc" => "malloc.jemalloc",
    "tcmalloc" => "malloc.tcmalloc",
    "mimalloc" => "malloc.mimalloc",
  }.freeze
end
