require_relative "shared_memory"

module LowtideKit
  # What this process notes for Lowtide: lines on a sheet of shared memory, a sheet a process, as the Python kit's are (notes.py).
  # A line is a kind, the pid, the time (seconds since 1970) and fields, with tabs between; the sheet ends at the first NUL.
  module Notes
    SIZE = 17 * 4096
    MAGIC = "lowtide-notes 1\n".freeze

    @lock = Mutex.new

    # Adds a line, if there is room for it.
    def self.note(kind, *fields)
      @lock.synchronize do
        unless @writer == Process.pid
          @sheet = SharedMemory.map(SIZE)
          @writer = Process.pid
          @end = MAGIC.bytesize
          @sheet[0, @end] = MAGIC
        end
        line = [kind, @writer, format("%.3f", Time.now.to_f), *fields.map { |field| clean(field) }].join("\t").b << "\n"
        next if @end + line.bytesize >= SIZE

        @sheet[@end, line.bytesize] = line
        @end += line.bytesize
      end
    rescue StandardError, NoMemoryError
      nil # the target comes first
    end

    def self.clean(field)
      field.to_s[0, 300].split.join(" ")
    end
    private_class_method :clean
  end
end
