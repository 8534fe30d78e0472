using Npgsql;

namespace Forms;

/// <summary>PostgreSQL, that notes what was answered and takes its time: what a request holds meanwhile lives on into the next generation.</summary>
internal sealed class Storage(string connection) : IAsyncDisposable
{
    private const double AnswerSeconds = 0.03;

    private readonly NpgsqlDataSource _source = NpgsqlDataSource.Create(connection);

    /// <exception cref="NpgsqlException">It is not there.</exception>
    public async Task PrepareAsync()
    {
        await using var command = _source.CreateCommand("CREATE UNLOGGED TABLE IF NOT EXISTS answers (kind text NOT NULL, number integer NOT NULL)");
        await command.ExecuteNonQueryAsync();
    }

    public async Task SaveAsync(string kind, int number)
    {
        await using var command = _source.CreateCommand("INSERT INTO answers SELECT $1, $2 FROM pg_sleep($3)");
        command.Parameters.Add(new NpgsqlParameter<string> { TypedValue = kind });
        command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = number });
        command.Parameters.Add(new NpgsqlParameter<double> { TypedValue = AnswerSeconds });
        await command.ExecuteNonQueryAsync();
    }

    public ValueTask DisposeAsync() => _source.DisposeAsync();
}
