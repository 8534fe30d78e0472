# malloc.trim-idle: what malloc keeps free is given back in an idle moment, once the process has grown. malloc_trim(3) walks every
# arena and holds its lock meanwhile; Ruby's own lock is free, so that only who calls malloc waits (Fiddle).
require "fiddle"
require_relative "../idle"

module LowtideKit
  class TrimIdle
    GROWN = Integer(ENV.fetch("LOWTIDE_TRIM_IDLE_MIB", "16")) << 20
    PROBE = 100_000

    class << self
      # The function, where the C library's malloc is the one that serves.
      def malloc_trim
        program = Fiddle::Handle::DEFAULT
        trim = Fiddle::Function.new(found(program, "malloc_trim"), [Fiddle::TYPE_SIZE_T], Fiddle::TYPE_INT)
        raise "another malloc serves than the C library's" unless library_serves?(program)

        trim
      end

      private

      # Whether what the program allocates is in the C library's own count: of the ten ints that mallinfo(3) gives, the fifth has what
      # is mapped by itself (MALLOC_MMAP_THRESHOLD_), the eighth what else is in use.
      def library_serves?(program)
        info = Fiddle::Function.new(found(Fiddle.dlopen("libc.so.6"), "mallinfo"), [Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOIDP)
        malloc = Fiddle::Function.new(found(program, "malloc"), [Fiddle::TYPE_SIZE_T], Fiddle::TYPE_VOIDP)
        free = Fiddle::Function.new(found(program, "free"), [Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOID)
        counts = "\0".b * 40 # the structure is given back by address (System V ABI for AMD64)
        in_use = lambda do
          info.call(counts)
          counts.unpack("l10").values_at(4, 7).sum
        end
        before = in_use.call
        piece = malloc.call(PROBE)
        after = in_use.call
        free.call(piece)
        after - before >= PROBE
      end

      def found(library, name)
        library[name]
      rescue Fiddle::DLError
        raise "this C library has no #{name}"
      end
    end

    def initialize(trim)
      @trim = trim
      @floor = anonymous_bytes
      @longest = 0.0
    end

    def wanted?
      anonymous_bytes - @floor >= GROWN
    end

    def act
      before = anonymous_bytes
      from = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      @trim.call(0)
      took = Process.clock_gettime(Process::CLOCK_MONOTONIC) - from
      @floor = anonymous_bytes
      return unless took > @longest

      @longest = took
      Notes.note("trim", format("%.6f", took), before - @floor)
    end

    private

    # Resident, shared pages among it: they stay the same when one is copied, so that growth is new memory.
    def anonymous_bytes
      Integer(File.read("/proc/self/status")[/^RssAnon:\s+(\d+)/, 1]) << 10
    end
  end

  trim = TrimIdle.malloc_trim
  own = nil
  # A trim writes to the chunks that it puts together: after a fork those pages would be copied.
  Forks.before { own.act if own.wanted? }
  Idle.each_process("malloc.trim-idle goes on no longer") { own = TrimIdle.new(trim) }
  Notes.note("remedy", "malloc.trim-idle", "on")
end
