module LowtideKit
  # Shared anonymous memory of a size that nothing else has: /proc/PID/maps shows it, a fork keeps it, it ends with its processes.
  # No file to remove, no disk that can be full, no descriptor that a server could close.
  module SharedMemory
    # By IO::Buffer, which is Ruby's own: Fiddle, which could call mmap(2), would have to be loaded, at 2 MiB of each process. Before 3.3 it maps
    # files only; what the kernel gives for /dev/zero is the same memory (mm/shmem.c, shmem_zero_setup).
    def self.map(size)
      quietly do
        next Sheet.new(IO::Buffer.new(size, IO::Buffer::MAPPED | IO::Buffer::SHARED)) if IO::Buffer.const_defined?(:SHARED)

        File.open("/dev/zero", "r+b") { |zero| Sheet.new(IO::Buffer.map(zero, size, 0)) }
      end
    end

    # Written to by place: sheet[place, length] = text.
    class Sheet
      def initialize(buffer)
        @buffer = buffer
      end

      def []=(place, length, text)
        @buffer.set_string(text, place, length)
      end
    end

    # The first use in a process warns that IO::Buffer is experimental.
    def self.quietly
      warned = Warning[:experimental]
      Warning[:experimental] = false
      yield
    ensure
      Warning[:experimental] = warned
    end
    private_class_method :quietly
  end
end
