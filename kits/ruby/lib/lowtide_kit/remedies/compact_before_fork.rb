# ruby.compact-before-fork: the master's objects lie close together as the first worker is forked, so that what workers allocate
# later fills few inherited pages. Once in a master: what moves later would be copied by everybody who shares it.
require_relative "../once"

module LowtideKit
  raise NotImplementedError, "this Ruby cannot compact its heap (GC.compact)" unless GC.respond_to?(:compact)

  Forks.before(&once("ruby.compact-before-fork", "compacted") { GC.compact })
end
