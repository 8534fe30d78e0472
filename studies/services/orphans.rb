require "fiddle"

# Processes that outlive their parents, as a shell's jobs do: below this script they become its children and not init's. So it can tell them from
# all others and wait for them. By groups or sessions it could not: a shell gives each job a group, and the session is the terminal's.
module Orphans
  PR_SET_CHILD_SUBREAPER = 36 # prctl(2), which no method of Ruby's calls

  # From now on. Returns the children that this script has already.
  def self.adopt
    prctl = Fiddle::Function.new(Fiddle::Handle::DEFAULT["prctl"], [Fiddle::TYPE_INT] + [Fiddle::TYPE_LONG] * 4, Fiddle::TYPE_INT)
    raise SystemCallError.new("prctl", Fiddle.last_error) unless prctl.call(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0).zero?

    children
  end

  # Of the main thread, which the kernel gives them to (find_new_reaper in kernel/exit.c); also those that have ended and were not waited for.
  def self.children = File.read("/proc/self/task/#{Process.pid}/children").split.map(&:to_i)
end
