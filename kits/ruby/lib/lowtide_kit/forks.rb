module LowtideKit
  # What is to be done around forks. Every way to fork in Ruby ends in Process._fork (3.1), but for Process.daemon.
  module Forks
    @before ||= []
    @after ||= []
    @origin = nil # who forked this process; nil where nobody did, or it has left its parent by Process.daemon

    class << self
      def before(&block)
        @before << block
      end

      # In the child, and after Process.daemon in what runs on.
      def after(&block)
        @after << block
      end

      # Not in a worker that forks: what it moves or touches is shared with others. The parent of a daemon that forked itself has ended.
      def master?
        @origin.nil? || @origin != Process.ppid
      end

      def run_before
        @before.each { |block| LowtideKit.guarded("before a fork") { block.call } } if master?
      end

      def run_after(origin)
        @origin = origin
        @after.each { |block| LowtideKit.guarded("after a fork") { block.call } }
      end
    end

    module Hook
      def _fork
        Forks.run_before
        origin = Process.pid
        child = super
        Forks.run_after(origin) if child.zero?
        child
      end

      # Not (...): the file to keep comes into every Ruby that a server starts, and those before 2.7 could not parse it.
      def daemon(*arguments)
        super.tap { Forks.run_after(nil) }
      end
    end

    # Before 3.1 others look whether there is a _fork, and hook into fork where there is none.
    Process.singleton_class.prepend(Hook) if Process.respond_to?(:_fork)
  end
end
