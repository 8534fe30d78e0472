using System.CommandLine;
using Lowtide.Guard;
using Lowtide.Launch;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Serve;
using Lowtide.Serve.Alerts;
using Lowtide.Serve.Metrics;
using Lowtide.Serve.Settings;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide serve</c>: watches all servers of a machine, remembers, warns, and tells Prometheus.</summary>
internal static class ServeCommand
{
    public static Command Build()
    {
        var settings = ServeSetting.All.Select(setting => (Setting: setting, Option: Option(setting))).ToList();
        var config = new Option<string?>("--config")
        {
            Description = $"the file of settings; {ServeFile.Usual} without it, where that is there. SIGHUP reads it again",
            HelpName = "FILE",
        };
        var check = new Option<bool>("--check") { Description = "says what is wrong in the file of settings, by line, and ends" };
        var rules = new Option<bool>("--write-rules") { Description = "prints rules of Prometheus: the alerts, and what dashboards ask for; and ends" };
        var guard = new Option<bool>("--guard")
        {
            Description = "lets guards of the file that say 'act: yes' end workers (docs/guard.md); without it all say what they would do",
        };
        var password = new Option<bool>("--password") { Description = "prints the password of the page, and ends" };
        var verb = new Command("serve", """
            Watch all servers, remember, warn, and tell Prometheus.

            It answers on a loopback address: / is a page with the servers, /metrics what
            Prometheus scrapes, /alerts what each alert means, /-/healthy and /-/ready
            tell a service manager. The page asks for the password that is in the
            history's folder. 'lowtide explain NAME --since 2d' reads what it kept.
            Ctrl-C ends it.

            Examples:
              sudo lowtide serve
              sudo lowtide serve --listen 127.0.0.1:9000 --interval 30s
              sudo lowtide serve --alertmanager http://127.0.0.1:9093
              lowtide serve --config serve.yaml --check
              lowtide serve --write-rules > lowtide.rules.yaml
              curl 127.0.0.1:9923/metrics
            """);
        foreach (var option in settings.Select(one => one.Option).Concat<Option>([config, guard, check, rules, password]))
            verb.Options.Add(option);
        verb.SetAction(parsed =>
        {
            var named = parsed.GetValue(config);
            var told = settings.Select(one => (one.Setting, Text: parsed.GetValue(one.Option))).Where(one => one.Text is not null).ToList();
            if (parsed.GetValue(rules))
            {
                foreach (var line in PrometheusRules.Text(Read().Root.Scheme).TrimEnd().Split('\n'))
                    Screen.Verbatim(line);
                return 0;
            }
            if (parsed.GetValue(password))
            {
                Screen.Line(Screen.Plain(AccessToken.Kept(Read().Folder)));
                return 0;
            }
            if (!parsed.GetValue(check))
                return RunAsync(Read, FileNow() is not null || ServiceNotice.HasManager, TimeProvider.System).GetAwaiter().GetResult();
            return Check(FileNow() ?? throw Failure.Wrong($"--check takes a file of settings: name it with --config, or write {ServeFile.Usual}"));

            // One may be written while it runs.
            string? FileNow() => named ?? (File.Exists(ServeFile.Usual) ? ServeFile.Usual : null);

            // What the command line says wins over the file.
            ServeOptions Read()
            {
                var options = told.Aggregate(
                    FileNow() is { } file ? OfFile(file) : ServeOptions.Usual, (options, one) => one.Setting.Apply(options, one.Text!)!);
                options = options with { GuardsMayAct = parsed.GetValue(guard) };
                return options.Wrong is { } wrong ? throw Failure.Wrong(wrong) : options;
            }
        });
        return verb;
    }

    internal static Option<string?> Option(ServeSetting setting) => new($"--{setting.Name}")
    {
        Description = setting.Description,
        HelpName = setting.HelpName,
        CustomParser = result =>
        {
            var text = result.Tokens[^1].Value;
            if (setting.Apply(ServeOptions.Usual, text) is null)
                result.AddError($"--{setting.Name} {setting.Takes}");
            return text;
        },
    };

    private static int Check(string path)
    {
        var wrong = ServeFile.Read(path, ServeOptions.Usual, out var errors).Wrong;
        foreach (var error in errors.Concat(wrong is null ? [] : [$"{path}: {wrong}"]).DefaultIfEmpty($"{path}: nothing is wrong in it"))
            Screen.Line(Screen.Plain(error));
        return errors.Count == 0 && wrong is null ? 0 : Failure.WrongCall;
    }

    private static ServeOptions OfFile(string path)
    {
        var options = ServeFile.Read(path, ServeOptions.Usual, out var errors);
        return errors.Count == 0 ? options
            : throw Failure.Wrong(errors[0] + (errors.Count > 1 ? $" (one of {errors.Count}: 'lowtide serve --check' lists them)" : ""));
    }

    /// <param name="read">The settings, as they are now.</param>
    /// <param name="reloads">SIGHUP has them read again; else it ends the program, as it does any other.</param>
    private static async Task<int> RunAsync(Func<ServeOptions> read, bool reloads, TimeProvider time)
    {
        using var stop = new StopRequest(hangup: !reloads);
        try
        {
            var options = read();
            if (!Directory.Exists(options.Folder))
                WebServer.MustBeFree(options);
            // Before anything of the history is touched: a damaged one is moved.
            using var alone = OnlyOne(options.Folder);
            using var history = HistoryFile.Open(options.Folder, time, options.HistoryBytes);
            using var past = HistoryReader.Open(options.Folder, time);
            WarnOfGuards(options);
            if (history.SetAside is { } aside)
                ServeLog.Warning($"the history before is kept as {aside}; a new one was begun");
            var token = AccessToken.In(options.Folder);
            using var watcher = new Watcher(options, history, past, time);
            await using var server = await WebServer.StartAsync(options, watcher, token, time, stop.Token);
            if (reloads && ServiceNotice.IgnoresHangup)
                ServeLog.Warning("SIGHUP is ignored here, as whoever started this left it so: settings are read at a start only");
            using var reload = reloads ? new ReloadRequest(() => Reload(watcher, read)) : null;
            using var otlp = options.Otlp is { } collector ? new OtlpExport(collector, options.Folder, () => watcher.State, time) : null;
            ServeLog.Line($"{options.Root} (password: {token.FileName}), {options.Root}metrics");
            await watcher.RunAsync(stop.Token);
            await server.StopAsync(CancellationToken.None);
            ServeLog.Line(watcher.State.NoHistory is null ? $"ended; {options.Folder} keeps what was seen" : "ended");
            return 0;
        }
        catch (RecordingException failure)
        {
            throw new Failure(failure.Message);
        }
        catch (OperationCanceledException) when (stop.Token.IsCancellationRequested)
        {
            return 0;
        }
    }

    private static void WarnOfGuards(ServeOptions options)
    {
        if (!options.GuardsMayAct && options.Guards.Any(guard => guard.Acts))
            ServeLog.Warning("guards of the settings only say what they would do: 'serve --guard' lets them act");
        if (options.GuardsMayAct && ProcessHandle.Missing is { } missing)
            ServeLog.Warning($"guards of the settings cannot act: {missing}");
    }

    private static void Reload(Watcher watcher, Func<ServeOptions> read)
    {
        try
        {
            var options = read();
            if (watcher.Options.NeedsRestart(options) is { } setting)
                ServeLog.Warning($"the settings were not taken over: {setting} takes a restart");
            else
            {
                watcher.Set(options);
                ServeLog.Line("the settings were read again");
                WarnOfGuards(options);
            }
        }
        catch (Failure wrong)
        {
            ServeLog.Warning($"the settings were not taken over: {wrong.Message.ReplaceLineEndings("; ")}");
        }
    }

    /// <summary>Two would mix their workers' places in one history.</summary>
    /// <param name="instead">What would do, too: a sentence's end.</param>
    internal static FileStream OnlyOne(string folder, string instead = "")
    {
        FileStream file;
        try
        {
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            file = new FileStream(Path.Combine(folder, "serve.lock"), FileMode.OpenOrCreate, FileAccess.Write);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"{folder} cannot be written ({failure.Message.TrimEnd('.')}); name another folder with --history");
        }
        if (FileLock.TryTake(file.SafeFileHandle))
            return file;
        file.Dispose();
        throw new Failure($"another Lowtide (serve or guard) keeps its history in {folder}: name another folder with --history{instead}");
    }
}
