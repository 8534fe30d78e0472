# The program: that of this clone, if it is built, else that of PATH.
module Lowtide
  BUILT = File.expand_path("../../../out/lowtide", __dir__)

  def self.program = File.executable?(BUILT) ? BUILT : "lowtide"
end
