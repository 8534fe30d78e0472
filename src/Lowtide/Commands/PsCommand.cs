using System.CommandLine;
using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Reports;

namespace Lowtide.Commands;

/// <summary><c>lowtide ps [TARGET]</c>: the first thing to type, so it must be quick and need no permission.</summary>
internal static class PsCommand
{
    /// <summary>
    /// Reading PSS stalls a target's mapping calls by about 17 ms a GiB: without a TARGET nobody asked for that, so
    /// larger processes show none.
    /// </summary>
    private const long MemoryGateBytes = 1L << 30;

    /// <summary>A look at a busy machine must not take it over.</summary>
    private const int MostThreads = 4;

    public static Command Build()
    {
        var target = Targets.Argument("a pid, or the whole name of a family; all families without it", required: false);
        var json = new Option<bool>("--json") { Description = "the document lowtide/ps/1 on standard output" };
        var all = new Option<bool>("--all") { Description = "also processes without workers and without a known runtime" };
        var verb = new Command("ps", """
            Families of processes: runtime, allocator, memory, what is shared.

            Examples:
              lowtide ps
              lowtide ps uwsgi
              sudo lowtide ps 4711 --json
            """) { target, json, all };
        verb.SetAction((parsed, cancellation) =>
        {
            if (parsed.GetValue(target) is { } name && parsed.GetValue(all))
                throw Failure.Wrong($"--all goes without a TARGET: 'lowtide ps --all', or 'lowtide ps {name}'");
            if (parsed.GetValue(target) is { } one)
                One(one, parsed.GetValue(json), cancellation);
            else
                Several(FamilyLookup.All(), parsed.GetValue(json), parsed.GetValue(all), cancellation);
            return Task.FromResult(0);
        });
        return verb;
    }

    private static void One(string name, bool json, CancellationToken cancellation)
    {
        if (FamilyLookup.Named(name) is { Count: > 1 } several)
        {
            Several(several, json, all: true, cancellation);
            return;
        }
        var recording = Targets.Look(Targets.Live(name), new CaptureOptions(Census: true), cancellation);
        if (json)
            JsonDocuments.Write(PsDocument.Of(recording.Snapshots, recording.CouldNotRead), JsonDocuments.Default.PsDocument);
        else
            PsScreen.ShowOne(recording.Latest, recording.CouldNotRead);
    }

    private static void Several(IReadOnlyList<Family> families, bool json, bool all, CancellationToken cancellation)
    {
        var captures = TakeAll(families, new CaptureOptions(Census: false, MemoryGateBytes, OnlyKnown: !all), cancellation);
        var shown = captures
            .OfType<CapturedFamily>()
            .Where(capture => all || ServerFamilies.Includes(capture.Snapshot))
            .ToList();
        var snapshots = shown.ConvertAll(capture => capture.Snapshot);
        // Also of those not shown: it may be why they are not.
        var couldNotRead = captures.OfType<CapturedFamily>().SelectMany(capture => capture.CouldNotRead).Distinct().ToList();
        if (json)
            JsonDocuments.Write(PsDocument.Of(snapshots, couldNotRead), JsonDocuments.Default.PsDocument);
        else
            PsScreen.ShowAll(snapshots, families.Count - shown.Count, couldNotRead);
    }

    /// <summary>On threads of its own: of Parallel.For the first use alone takes 5 ms.</summary>
    private static CapturedFamily?[] TakeAll(
        IReadOnlyList<Family> families, CaptureOptions options, CancellationToken cancellation)
    {
        var captures = new CapturedFamily?[families.Count];
        var next = -1;
        Exception? bug = null;
        var others = new Thread[Math.Min(MostThreads, Environment.ProcessorCount) - 1];
        for (var index = 0; index < others.Length; index++)
        {
            others[index] = new Thread(Take) { IsBackground = true };
            others[index].Start();
        }
        Take();
        foreach (var other in others)
            other.Join();
        cancellation.ThrowIfCancellationRequested();
        return bug is null ? captures : throw new InvalidOperationException(bug.Message, bug);

        void Take()
        {
            try
            {
                for (int index; !cancellation.IsCancellationRequested && (index = Interlocked.Increment(ref next)) < captures.Length;)
                    captures[index] = FamilyCapture.Take(families[index], options, TimeProvider.System, cancellation);
            }
            catch (Exception thrown)
            {
                bug ??= thrown;
            }
        }
    }
}
