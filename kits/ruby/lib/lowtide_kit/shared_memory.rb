require "fiddle"

module LowtideKit
  # Shared anonymous memory of a size that nothing else has: /proc/PID/maps shows it, a fork keeps it, it ends with its processes.
  # No file to remove, no disk that can be full, no descriptor that a server could close.
  module SharedMemory
    READ_WRITE = 3
    SHARED_ANONYMOUS = 0x21
    MMAP = Fiddle::Function.new(
      Fiddle::Handle::DEFAULT["mmap"],
      [Fiddle::TYPE_VOIDP, Fiddle::TYPE_SIZE_T, Fiddle::TYPE_INT, Fiddle::TYPE_INT, Fiddle::TYPE_INT, Fiddle::TYPE_LONG],
      Fiddle::TYPE_VOIDP
    )

    def self.map(size)
      address = MMAP.call(nil, size, READ_WRITE, SHARED_ANONYMOUS, -1, 0).to_i
      raise NoMemoryError, "no shared memory" if address == -1 || address == (1 << 64) - 1

      Fiddle::Pointer.new(address, size)
    end
  end
end
