require_relative "shared_memory"
require_relative "objects"

module LowtideKit
  # One thread that sleeps: once a second it writes what GC.stat says to a sheet that Lowtide reads from outside, and walks the heap
  # where Lowtide has asked for that. The sheet is written anew each time; its number is odd while that lasts.
  class Watch
    SIZE = 5 * 4096
    MAGIC = "lowtide-ruby 1\n\0".freeze
    NUMBER = 16
    LENGTH = 24
    TEXT = 32
    PAUSE = 1.0
    REQUESTS = File.expand_path("../../../../requests", __dir__)

    # Held now, as the program may put its own in their places.
    STAT = GC.method(:stat)
    STAT_HEAP = GC.respond_to?(:stat_heap) ? GC.method(:stat_heap) : nil
    SLEEP = Kernel.instance_method(:sleep).bind(self)

    def self.start
      Forks.after { new.run }
      new.run
    end

    def initialize
      @pid = Process.pid
      @stat = {}
      @pools = {}
      @text = String.new(capacity: SIZE, encoding: Encoding::BINARY)
      @number = 0
      @walk = ""
      @asked = nil
      @request = File.join(REQUESTS, @pid.to_s)
    end

    def run
      thread = Thread.new do
        LowtideKit.guarded("GC.stat is kept no longer for Lowtide") do
          loop do
            SLEEP.call(PAUSE)
            break if Process.pid != @pid # forked around Ruby

            walk
            write
          end
        end
      end
      thread.name = "lowtide"
      thread.report_on_exception = false
    end

    private

    def walk
      return unless File.exist?(@request)

      token = File.read(@request, 64).to_s[/\A\h+/]
      return if token.nil? || token == @asked

      @asked = token
      @walk = Objects.walk(token)
    rescue SystemCallError
      nil # taken back meanwhile
    end

    def write
      STAT.call(@stat)
      STAT_HEAP&.call(nil, @pools)
      @text.clear
      row("stat\t#{@pid}", Time.now.to_f.round(3), @stat)
      @pools.each { |pool, values| row("pool", pool, values) }
      room = SIZE - TEXT - @text.bytesize
      return LowtideKit.say("GC.stat is not kept for Lowtide: it is #{-room} bytes too long") if room.negative?

      @walk = Objects.failed(@asked, "its answer of #{@walk.bytesize} bytes does not fit the sheet") if @walk.bytesize > room
      @text << @walk if @walk.bytesize <= room
      @sheet ||= SharedMemory.map(SIZE).tap { |sheet| sheet[0, MAGIC.bytesize] = MAGIC }
      put(NUMBER, @number += 1)
      @sheet[TEXT, @text.bytesize] = @text
      put(LENGTH, @text.bytesize)
      put(NUMBER, @number += 1)
    end

    def row(kind, first, values)
      @text << kind << "\t" << first.to_s
      values.each { |name, value| @text << "\t" << name.name << "=" << value.to_s }
      @text << "\n"
    end

    def put(place, number)
      @sheet[place, 8] = [number].pack("q<")
    end
  end
end
