using System.Collections.Immutable;
using System.Text.Json;
using Lowtide.Launch;
using Lowtide.Recordings.Storage;
using Lowtide.Trials.Runs;
using Lowtide.Writing;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Trials.Storage;

/// <summary>A trial as its file tells it.</summary>
/// <param name="Length">Of the lines that are whole, in bytes: what follows was torn off while it was written.</param>
/// <param name="IsRunning">A trial is writing to it.</param>
internal sealed record KeptTrial(string Path, TrialHeader Header, TrialFacts Facts, long Length, bool IsRunning)
{
    /// <summary>A thousand pairs of ten arms, with memory at each second of ten minutes, have a fifth of it.</summary>
    private const int MostBytes = 1 << 28;

    /// <exception cref="Failure">It cannot be read, or is no trial's file.</exception>
    public static KeptTrial Read(string path)
    {
        try
        {
            using var file = RegularFile.Open(path);
            return Read(path, file) with { IsRunning = FileLock.IsTaken(file) };
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot read {path}: {Refusal.Why(refused)}", Refusal.ExitCode(refused));
        }
    }

    /// <summary>From its beginning. A trial may be writing to it: its last line may be half there.</summary>
    /// <exception cref="Failure">It is no trial's file, or longer than any.</exception>
    public static KeptTrial Read(string path, SafeFileHandle file)
    {
        try
        {
            var whole = RegularFile.ReadAll(file, MostBytes).AsSpan();
            return Read(path, whole[..(whole.LastIndexOf((byte)'\n') + 1)]);
        }
        catch (IOException refused)
        {
            throw new Failure($"cannot read {path}: {Refusal.Why(refused)}", Refusal.ExitCode(refused));
        }
    }

    private static KeptTrial Read(string path, ReadOnlySpan<byte> lines)
    {
        var length = lines.Length;
        if (!lines.StartsWith("{\"schema\":"u8))
            throw new Failure($"{path} is no trial's file: those that 'lowtide trial' kept begin with a line of {TrialHeader.Name}");
        var number = 1;
        try
        {
            var end = lines.IndexOf((byte)'\n');
            using (var first = JsonDocument.Parse(lines[..end].ToArray()))
                if (first.RootElement.GetProperty("schema").GetString() is not TrialHeader.Name and var schema)
                    throw new Failure($"{path} is {Screen.Short(schema ?? "of nothing", TrialHeader.Name.Length)}, not {TrialHeader.Name}: "
                        + "it is of another verb, or of a newer Lowtide");
            var header = TrialLines.Read<TrialHeader>(lines[..end]);
            var reading = new Reading(header.Plan.ToPlan());
            for (lines = lines[(end + 1)..]; !lines.IsEmpty; lines = lines[(end + 1)..])
            {
                number++;
                end = lines.IndexOf((byte)'\n');
                reading.Take(TrialLines.Read<AnyLine>(lines[..end]));
            }
            return new KeptTrial(path, header, reading.Facts, length, IsRunning: false);
        }
        // What the reader of JSON holds, and the bounds of what it read; the last two are a member of another kind and numbers beyond any span or count.
        catch (Exception damaged) when (damaged is JsonException or FormatException or InvalidDataException or InvalidOperationException or ArgumentException
            or ArithmeticException)
        {
            // What the JSON reader says is of no use to a person.
            throw Damaged(path, $"line {number} is damaged, or was written by another version of Lowtide"
                + (damaged is FormatException or InvalidDataException ? $" ({Screen.Plain(damaged.Message)})" : ""));
        }
    }

    public static Failure Damaged(string path, string why) => new($"{path} cannot be read: {why}");

    private sealed class Reading(TrialPlan plan)
    {
        private readonly HashSet<string> _arms = [.. plan.AllArms.Select(arm => arm.Name)];
        private Dictionary<string, RunResult> _block = [];

        public TrialFacts Facts { get; private set; } = TrialFacts.None(plan);

        public void Take(AnyLine line)
        {
            if (line.Resumed is not null)
                _block = [];
            else if (line.FailedRun is { } failed)
                Facts = Facts with { Failed = Facts.Failed.Add(failed with { Block = failed.Block - 1 }) };
            else
                Take(line.Run ?? throw new FormatException("neither a run nor one that failed"));
        }

        private void Take(RunResult run)
        {
            if (!_arms.Contains(run.Arm) || run.Block - 1 != Facts.Blocks.Count || !_block.TryAdd(run.Arm, run with { Block = run.Block - 1 }))
                throw new FormatException($"a run of {run.Arm} in pair {run.Block} does not belong here");
            if (_block.Count < _arms.Count)
                return;
            Facts = Facts with { Blocks = Facts.Blocks.Add(new Block(_block)) };
            _block = [];
        }
    }
}
