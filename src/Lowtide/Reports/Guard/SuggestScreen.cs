using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Recycling;
using Lowtide.Writing;

namespace Lowtide.Reports.Guard;

/// <summary>What <c>lowtide guard --suggest</c> shows: what limits would come to, and which of them it would take.</summary>
internal static class SuggestScreen
{
    /// <param name="server">"uwsgi 3685".</param>
    /// <param name="room">What it holds and may still take, together; null where that is not known.</param>
    /// <param name="closed">Why none of its workers can be ended now; null where one can.</param>
    public static void Show(
        string server, int workers, FreshWorker fresh, IReadOnlyList<RespawnPoint> curve, long? room, string? closed, bool isRoot, TextConsole? console = null)
    {
        var (comesTo, known) = (Amount.Bytes((long)fresh.At(fresh.KnownSeconds)), Amount.Time(fresh.KnownSeconds));
        var learned = $"Learned from {Amount.Count(fresh.LearnedFrom, "worker")}, watched from the start for up to {known}.";
        if (curve.Count == 0)
        {
            Screen.Line($"{server} needs no guard: within {known} a worker came to {comesTo} private, and stayed there.", console);
            Screen.Line(learned, console);
            return;
        }
        var best = RespawnCurve.Best(curve, room);
        if (closed is not null)
            Screen.Line($"{server} cannot be guarded as it is: {closed}.", console);
        else if (best is null)
            Screen.Line($"No limit fits: {server} may take {Amount.Bytes((long)(RespawnCurve.Fill * room ?? 0))}, {
                Amount.Percent(RespawnCurve.Fill)} of what it holds and what is free. Fewer workers would.", console);
        else
            Screen.Line($"{(isRoot ? "sudo " : "")}lowtide guard {server.Split(' ')[^1]} --private-limit {
                best.LimitBytes / Amount.MiB}M --respawn-budget {Math.Max(2, (int)Math.Ceiling(2 * best.RespawnsAnHour))}/h", console);
        Screen.Line(console: console);
        var table = Screen.Table(">PRIVATE LIMIT", ">RESPAWNS AN HOUR", ">ALL TOGETHER AT MOST", ">A WORKER LIVES");
        foreach (var point in curve)
            table.AddRow(
                Amount.Bytes(point.LimitBytes), point.RespawnsAnHour.ToString(point.RespawnsAnHour < 1 ? "0.00" : "0.0", CultureInfo.InvariantCulture),
                Amount.Bytes(point.PeakBytes), Amount.Time(point.LifeSeconds));
        (console ?? Screen.Out).Write(table);
        Screen.Line(console: console);
        Screen.Line($"{server} has {Amount.Count(workers, "worker")}. Each holds {comesTo} private after {known}, and {
            Amount.Bytes((long)(fresh.Slope * 3600))} more each hour.", console);
        Screen.Line(curve[^1].LifeSeconds > fresh.KnownSeconds ? $"{learned} After that it is taken to grow on." : learned, console);
        var chosen = closed is null && best is not null && room is not null
            ? $"The limit above has the fewest respawns within {Amount.Percent(RespawnCurve.Fill)} of what it holds and what is free. " : "";
        Screen.Line($"{chosen}What a worker copies while it ends comes on top.", console);
    }

    public static string TooLittle(string server) =>
        $"too little is known of {server}: no worker of it was watched from its start for ten minutes. 'lowtide guard {server.Split(' ')[^1]}' watches them, "
        + "and signals nobody; so does 'lowtide serve'. A reload of the server starts fresh ones";
}
