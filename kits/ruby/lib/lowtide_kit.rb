# Lowtide's kit inside a Ruby: keeps what GC.stat says where Lowtide reads it from outside, and applies the remedies named in
# LOWTIDE_REMEDIES. Nothing but Ruby's own library; whatever fails here is said on standard error, and the program runs on.
module LowtideKit
  require_relative "lowtide_kit/saying"
  require_relative "lowtide_kit/notes"
  require_relative "lowtide_kit/forks"
  require_relative "lowtide_kit/watch"

  ENV.fetch("LOWTIDE_REMEDIES", "").split(",").map(&:strip).each do |remedy|
    subject, name = remedy.split(".", 2)
    file = "#{__dir__}/lowtide_kit/remedies/#{name.to_s.tr('-', '_')}.rb"
    # Of malloc's remedies the kit has those that act inside the program; the others the launcher has set.
    next unless subject == "ruby" || (subject == "malloc" && File.exist?(file))

    error = guarded("#{remedy} is not on") { require file }
    Notes.note("remedy", remedy, "not on", error.class, error.message) if error.is_a?(Exception)
  end

  guarded("GC.stat is not kept for Lowtide") { Watch.start }
end
