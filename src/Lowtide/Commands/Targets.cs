using System.CommandLine;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>What a TARGET on the command line means: a live family, or a recording of one.</summary>
internal static class Targets
{
    /// <param name="recording">Whether it may be one.</param>
    public static Argument<string?> Argument(string description, bool required, string name = "TARGET", bool recording = false)
    {
        var argument = new TargetArgument(name)
        {
            TakesRecording = recording,
            Description = description,
            Arity = required ? ArgumentArity.ExactlyOne : ArgumentArity.ZeroOrOne,
        };
        // A mistyped option would otherwise be looked for among the processes; so would nothing, which a shell makes of a variable that is unset.
        argument.Validators.Add(result =>
        {
            if (result.Tokens.Any(token => string.IsNullOrWhiteSpace(token.Value)))
                result.AddError($"{name} is empty: is a variable of the shell unset?");
            if (result.Tokens.FirstOrDefault(token => token.Value.StartsWith('-')) is { } option)
                result.AddError($"{WrongOption} '{option.Value}'");
        });
        return argument;
    }

    /// <summary>How the message about a mistyped option begins.</summary>
    public const string WrongOption = "no option";

    /// <summary>
    /// Whether a TARGET is a file: named as one, or one by what it holds, whatever it is named, where no server has that name. A server comes first, so
    /// that a file in the current folder hides none.
    /// </summary>
    public static bool IsFile(string target) =>
        RecordingReader.LooksLikeFile(target) || (HoldsOne(target) && !IsLive(target));

    /// <summary>By its content, whatever it is named.</summary>
    private static bool HoldsOne(string path) => RecordingReader.IsOne(path) || NetTraceFile.IsOne(path);

    private static bool IsLive(string target)
    {
        try
        {
            FamilyLookup.Find(target);
            return true;
        }
        catch (NoSuchTargetException missing)
        {
            // What several have is theirs as well.
            return missing.UnknownName is null;
        }
    }

    public static Family Live(string target)
    {
        try
        {
            return FamilyLookup.Find(target);
        }
        catch (NoSuchTargetException missing)
        {
            var name = Screen.Plain(target);
            throw new Failure(
                HoldsOne(target)
                    ? $"{name} is a recording, and this verb needs a server that runs: "
                        + $"'lowtide explain {(RecordingReader.LooksLikeFile(target) ? "" : "./")}{name}' reads it"
                : Path.Exists(target) ? $"{name} is not a Lowtide recording; and {missing.Message}"
                : NearServer(missing, target) ?? missing.Message);
        }
    }

    /// <summary>What to say of a name that is nearly that of a server that runs; null of any other.</summary>
    public static string? NearServer(NoSuchTargetException missing, string target) =>
        missing.UnknownName is not null && NearName.Of(target, FamilyLookup.Names()) is { } near
            ? $"no process is named '{Screen.Plain(target)}': '{Screen.Plain(near)}'? 'lowtide ps' lists what runs" : null;

    /// <param name="path">A .nettrace is told by how it begins, whatever it is named.</param>
    /// <param name="load">Period of the server's load; null for a day.</param>
    public static Recording File(string path, TimeSpan? load = null)
    {
        try
        {
            var recording = NetTraceFile.IsOne(path)
                ? NetTraceFile.Read(path, HostFiles.Read(ProgramVersion.Text))
                : RecordingReader.Read(path);
            return load is { } period ? recording with { LoadPeriod = period } : recording;
        }
        catch (RecordingException failure)
        {
            throw Failed(failure);
        }
    }

    public static Failure Failed(RecordingException failure) => new(failure.Message, failure.IsWrongName ? Failure.WrongCall : Failure.Failed);

    public static Failure Ended(Family family) => new(NoSuchTargetException.Ended(family.Head).Message);

    /// <exception cref="Failure">Nothing of it could be recorded.</exception>
    public static RecordingSummary MustBeRecorded(RecordingSummary? summary, Family family)
    {
        if (summary is null)
            throw Ended(family);
        if (summary.End != RecordingEnd.Unreadable)
            return summary;
        var refused = summary.CouldNotRead[0];
        throw new Failure($"nothing of the memory of {Screen.Plain(family.Name)} {family.Head.Pid} can be read: "
            + refused.Why + (refused.Mend is { } mend ? $"; {mend}" : ""));
    }

    /// <summary>A recording of one instant.</summary>
    public static Recording Look(Family family, CaptureOptions options, CancellationToken cancellation)
    {
        var capture = FamilyCapture.Take(family, options, TimeProvider.System, cancellation)
            ?? throw Ended(family);
        return new Recording(HostFiles.Read(ProgramVersion.Text), [capture.Snapshot], [], capture.CouldNotRead);
    }
}
