require "open3"

# Zabbix's tables, as its package brings them.
module Database
  SOURCES = %w[schema images data].map { |name| "/usr/share/zabbix-server-pgsql/#{name}.sql.gz" }.freeze
  NAME = "zabbix"
  WAIT = 30 # s for PostgreSQL
  PAUSE = 0.05 # s

  def self.socket(folder) = "#{folder}/postgres"

  def self.ask(socket)
    said = `#{Postgres::PROGRAMS}/pg_isready -h #{socket} 2>&1`
    raise said unless $?.success?
  end

  def self.fill(folder)
    wait(socket(folder))
    run("#{Postgres::PROGRAMS}/createdb", *account(folder), NAME)
    SOURCES.each do |source|
      text, status = Open3.capture2("zcat", source)
      raise Service::Failure, "zcat #{source} failed" unless status.success?

      # Nobody reads it before it is whole, and none of it has to outlive a crash.
      run("#{Postgres::PROGRAMS}/psql", *account(folder), "-q", "-1", "-v", "ON_ERROR_STOP=1", "-d", NAME, stdin_data: text)
    end
  end

  def self.account(folder) = ["-h", socket(folder), "-U", Postgres::USER]

  def self.wait(socket)
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + WAIT
    begin
      ask(socket)
    rescue StandardError => why
      raise Service::Failure, "PostgreSQL: #{why.message.strip}" if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline

      sleep PAUSE
      retry
    end
  end

  def self.run(*words, **input)
    said, status = Open3.capture2e(*words, **input)
    raise Service::Failure, "#{File.basename(words[0])}: #{said.lines.last&.strip}" unless status.success?
  end
  private_class_method :wait, :run
end
