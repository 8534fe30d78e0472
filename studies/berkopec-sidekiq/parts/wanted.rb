require_relative "postgres_service"
require_relative "redis_service"
require_relative "reply_service"

# For the guard (studies/services/guard.rb).
module Wanted
  KINDS = [RedisService, PostgresService, ReplyService].freeze
end
