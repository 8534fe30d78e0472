module LowtideKit
  # A walk through all objects, which no Ruby thread runs beside: so only when Lowtide asks for one.
  module Objects
    # A line: what was asked for, how long it took, and by kind the bytes of objects with what they hold by malloc.
    def self.walk(token)
      require "objspace"
      from = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      sizes = ObjectSpace.count_objects_size
      seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - from
      kinds = sizes.map { |kind, bytes| "\t#{kind}=#{bytes}" }
      "walk\t#{token}\t#{format('%.6f', seconds)}#{kinds.join}\n".b
    rescue LoadError, NoMemoryError, StandardError => error
      failed(token, "#{error.class}: #{error.message}")
    end

    def self.failed(token, why)
      "failed\t#{token}\t#{why[0, 200].split.join(' ')}\n".b
    end
  end
end
