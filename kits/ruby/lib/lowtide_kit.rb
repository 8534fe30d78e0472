# Lowtide's kit inside a Ruby: keeps what GC.stat says where Lowtide reads it from outside, and applies the remedies named in
# LOWTIDE_REMEDIES. Nothing but Ruby's own library; whatever fails here is said on standard error, and the program runs on.
module LowtideKit
  require_relative "lowtide_kit/saying"
  require_relative "lowtide_kit/notes"
  require_relative "lowtide_kit/forks"
  require_relative "lowtide_kit/watch"

  ENV.fetch("LOWTIDE_REMEDIES", "").split(",").each do |remedy|
    runtime, name = remedy.strip.split(".", 2)
    next unless runtime == "ruby" || remedy.strip == "malloc.trim-idle"

    error = guarded("#{remedy} is not on") { require_relative "lowtide_kit/remedies/#{name.tr('-', '_')}" }
    Notes.note("remedy", remedy, "not on", error.class, error.message) if error.is_a?(Exception)
  end

  guarded("GC.stat is not kept for Lowtide") { Watch.start }
end
