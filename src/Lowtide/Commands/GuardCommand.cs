using System.CommandLine;
using System.Globalization;
using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Families;
using Lowtide.Capture.Serving;
using Lowtide.Capture.Sources;
using Lowtide.Capture.Watching;
using Lowtide.Guard;
using Lowtide.Guard.Doors;
using Lowtide.Guard.Settings;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Reports.Guard;
using Lowtide.Serve;
using Lowtide.Serve.Settings;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide guard</c>: recycles workers that hold too much, one at a time, by their server's own way. Beside 'run' and 'trial' it alone touches a
/// process, and it says so.</summary>
internal static class GuardCommand
{
    public static Command Build()
    {
        var target = Targets.Argument("a pid of the server, or its name", required: true);
        var settings = GuardSetting.All.Select(setting => (Setting: setting, Option: Option(setting))).ToList();
        var yes = new Option<bool>("--yes") { Description = "asks workers to end; without it, it only says whom it would ask" };
        var suggest = new Option<bool>("--suggest") { Description = "proposes a limit, by what was watched so far, and ends" };
        var interval = Of("interval");
        var history = Of("history");
        var verb = new Command("guard", """
            Recycle workers that hold too much memory: one at a time, within a budget.

            It counts private memory, which is what comes back when a worker ends, and
            learns what a fresh worker holds after a while. A worker over its limit is
            asked to end by its server's own way, in a moment no busier than usual,
            while all others serve and there is memory for both. The next waits until
            the one that came serves. It refuses where nothing would come back.
            Without --yes it signals nobody, and says what it would do; without a limit
            it watches, and learns what --suggest proposes one by. Ctrl-C ends it.

            Examples:
              sudo lowtide guard uwsgi
              sudo lowtide guard uwsgi --suggest
              sudo lowtide guard uwsgi --private-limit 400M
              sudo lowtide guard uwsgi --private-limit 400M --respawn-budget 12/h --yes
              sudo lowtide guard 3685 --family-limit 2G --least-serving 3 --yes
            """);
        verb.Arguments.Add(target);
        foreach (var option in settings.Select(one => one.Option).Concat<Option>([yes, suggest, interval.Option, history.Option]))
            verb.Options.Add(option);
        verb.SetAction(parsed =>
        {
            var guard = new GuardStanza { Of = new FamilyPattern(null, null, null), Acts = parsed.GetValue(yes) };
            foreach (var (setting, option) in settings)
                if (parsed.GetValue(option) is { } text)
                    guard = setting.Apply(guard, text)!;
            // One that does nothing needs no limit: it watches, for one to be proposed.
            if ((guard.Acts || guard.Policy.HasLimit) && !parsed.GetValue(suggest) && GuardSetting.Wrong(guard) is { } wrong)
                throw Failure.Wrong(wrong);
            var family = Targets.Live(parsed.GetValue(target)!);
            var options = ServeOptions.Usual;
            foreach (var (setting, option) in new[] { interval, history })
                if (parsed.GetValue(option) is { } text)
                    options = setting.Apply(options, text)!;
            if (parsed.GetValue(suggest))
                return Suggest(family, guard.Door, options.Folder, TimeProvider.System);
            var found = AllDoors.Of(family.Head.Pid, TimeProvider.System);
            if (AllDoors.Closed(found, guard.Door) is { } closed)
                throw new Failure(Refused(family, closed));
            if (guard.Acts && ProcessHandle.Missing is { } missing)
                throw new Failure(Refused(family, missing));
            var door = found!.Value.Door;
            var others = family.Workers.Count - (door.HasStandby ? 0 : 1);
            if (guard.Policy.LeastServing > Math.Max(0, others))
                throw new Failure(Refused(family, $"{guard.Policy.LeastServing} others must serve meanwhile (--least-serving), and at most {
                    Math.Max(0, others)} can"));
            options = options with
            {
                // Another user's may run the same program in the same folder.
                Guards =
                [
                    guard with
                    {
                        Head = family.Head.Pid, Of = new FamilyPattern(null, Procfs.UserOf(family.Head.Pid)?.ToString(CultureInfo.InvariantCulture), null),
                    },
                ],
                GuardsMayAct = true,
                Filter = new FamilyFilter([new FamilyPattern(family.Name, null, null)], []),
            };
            var name = Screen.Plain(family.Name);
            return RunAsync(
                options, $"{name} {family.Head.Pid}", GuardWords.Begin(name, family.Head.Pid, family.Workers.Count, guard, door), TimeProvider.System)
                .GetAwaiter().GetResult();
        });
        return verb;

        static (ServeSetting Setting, Option<string?> Option) Of(string name)
        {
            var setting = ServeSetting.All.First(one => one.Name == name);
            return (setting, ServeCommand.Option(setting));
        }
    }

    /// <summary>Seconds of a worker's life.</summary>
    private const double Needed = 600;

    /// <summary>Why none of its workers can be ended; null where one can.</summary>
    private static string? Closed(Family family, DoorOptions options) =>
        AllDoors.Closed(AllDoors.Of(family.Head.Pid, TimeProvider.System), options);

    private static int Suggest(Family family, DoorOptions door, string folder, TimeProvider time)
    {
        var server = $"{Screen.Plain(family.Name)} {family.Head.Pid}";
        var (now, booted) = (time.GetUtcNow(), time.GetUtcNow() - ServerNow.Uptime);
        try
        {
            using var past = HistoryReader.Open(folder, time);
            var label = family.Members.Select(member => past.LabelOf(member.Pid)).FirstOrDefault(one => one is not null)
                ?? throw new Failure(SuggestScreen.TooLittle(server));
            var alive = family.Members.Select(member => (member.Pid, member.StartTicks)).ToHashSet();
            var ways = AllDoors.Of(family.Head.Pid, time);
            var others = ways is null ? [] : alive.Where(one => !GuardedMachine.IsWorkerOf(one.Pid, ways.Value.Door)).ToHashSet();
            var lives = past.Lives(label, now - TimeSpan.FromDays(2), now).Where(life => !others.Contains((life.Pid, life.StartTicks)));
            var fresh = FreshWorker.Of(WorkerCourse.Of([.. lives], booted, alive), Needed);
            // Of those that ended sooner a limit is not to be told, however many there were: a program that crashes, or two deploys.
            if (fresh is null || fresh.KnownSeconds < Needed)
                throw new Failure(SuggestScreen.TooLittle(server));
            var memory = family.Members.Select(member => ServerNow.Memory(member.Pid, member.StartTicks)).ToList();
            var (pss, own) = (memory.Sum(one => one?.PssBytes), memory.Sum(one => one?.PrivateBytes));
            var workers = Math.Max(1, family.Workers.Count);
            SuggestScreen.Show(
                server, workers, fresh, RespawnCurve.Of(fresh, workers, (pss - own) ?? 0), pss + ServerNow.RoomBytes(family.Head.Pid),
                Closed(family, door), Environment.IsPrivilegedProcess);
            return 0;
        }
        catch (RecordingException failure)
        {
            // Nobody who asks for the first time has one.
            throw new Failure(failure.IsWrongName && folder == ServeOptions.Usual.Folder ? SuggestScreen.TooLittle(server) : failure.Message);
        }
    }

    /// <summary>A server that was started anew comes back within this; else it has gone for good.</summary>
    private static readonly TimeSpan Gone = TimeSpan.FromMinutes(2);

    private static async Task<int> RunAsync(ServeOptions options, string server, string beginning, TimeProvider time)
    {
        using var stop = new StopRequest();
        using var end = CancellationTokenSource.CreateLinkedTokenSource(stop.Token);
        try
        {
            using var alone = ServeCommand.OnlyOne(
                options.Folder, " (each guard has a folder of its own, and a budget of its own; a serve guards several servers by one)");
            using var history = HistoryFile.Open(options.Folder, time, options.HistoryBytes);
            using var past = HistoryReader.Open(options.Folder, time);
            if (history.SetAside is { } aside)
                ServeLog.Warning($"the history before is kept as {aside}; a new one was begun");
            ServeLog.Line(beginning);
            Watcher? watcher = null;
            using var own = watcher = new Watcher(options, history, past, time) { Tells = label => label == watcher!.Guarded };
            var watching = watcher.RunAsync(end.Token);
            var isGone = await GoneAsync(watcher, time, watching);
            await end.CancelAsync();
            await watching;
            return isGone ? throw new Failure($"{server} has gone, and nothing came in its place within {Gone.TotalMinutes:0} minutes") : 0;
        }
        catch (RecordingException failure)
        {
            throw new Failure(failure.Message);
        }
    }

    /// <returns>False where the watch ended first.</returns>
    private static async Task<bool> GoneAsync(Watcher watcher, TimeProvider time, Task watching)
    {
        var seen = time.GetTimestamp();
        while (true)
        {
            var look = watcher.NextLook;
            await Task.WhenAny(look, watching);
            // No look comes any more; what was begun is waited for.
            if (look.IsCanceled)
                await watching;
            if (watching.IsCompleted)
                return false;
            if (watcher.State.Guards.Count > 0)
                seen = time.GetTimestamp();
            if (time.GetElapsedTime(seen) > Gone)
                return true;
        }
    }

    private static string Refused(Family family, string why) => $"{Screen.Plain(family.Name)} {family.Head.Pid} cannot be guarded: {why}";

    private static Option<string?> Option(GuardSetting setting) => new($"--{setting.Name}")
    {
        Description = setting.Description,
        HelpName = setting.HelpName,
        CustomParser = result =>
        {
            var text = result.Tokens[^1].Value;
            if (setting.Apply(new GuardStanza { Of = new FamilyPattern(null, null, null) }, text) is null)
                result.AddError($"--{setting.Name} {setting.Takes}");
            return text;
        },
    };
}
