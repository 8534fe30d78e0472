using System.CommandLine;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide report FILE...</c>: recordings and trials as one page, or as text, that can be sent around.</summary>
internal static class ReportCommand
{
    public static Command Build()
    {
        var files = new Argument<string[]>("FILE")
        {
            Description = "recordings or .nettraces (two at most: before a change, then after it) and trials' files, in any mix; with --since a server's name",
            Arity = ArgumentArity.OneOrMore,
        };
        var output = new Option<string?>("--output", "-o")
        {
            Description = "the file to write; without it FILE's name with .html in this folder, or standard output for another format",
            HelpName = "x.html",
        };
        var format = new Option<string?>("--format")
        {
            Description = "without it by the name of the file to write; svg is a picture of the heaps",
            HelpName = string.Join('|', WrittenReport.Names),
        };
        format.CompletionSources.Add([.. WrittenReport.Names]);
        var load = ExplainCommand.LoadPeriod();
        var stretch = new StretchOptions();
        var verb = new Command("report", """
            Make one page of recordings and trials, or of what dotnet-trace recorded, that others can read alone.
            The page holds all its data and charts, loads nothing and opens from disk.

            Examples:
              lowtide report trial.jsonl -o trial.html
              lowtide report before.lowtide after.lowtide trial.jsonl -o why.html
              lowtide report uwsgi-4711.lowtide --format markdown
              lowtide report x.nettrace -o x.html
              lowtide report before.lowtide after.lowtide -o heap.svg
              sudo lowtide report uwsgi --since 2d -o uwsgi.html
            """) { files, output, format, load };
        stretch.AddTo(verb);
        verb.SetAction(parsed => Run(
            parsed.GetValue(files)!, parsed.GetValue(output), parsed.GetValue(format), parsed.GetValue(load), stretch.Of(parsed, TimeProvider.System)));
        return verb;
    }

    private static int Run(string[] files, string? output, string? format, TimeSpan? load, Stretch? stretch)
    {
        var wanted = WrittenReport.Of(format, output);
        var path = output ?? (wanted.HasDefaultFile ? ReportFile.DefaultName(files[0]) : null);
        if (path is not null)
            ReportFile.MustBeOurs(path);
        if (output is null && path is not null && File.Exists(path))
            throw Failure.Wrong($"{path} is there already, and may be of other files: -o {path} writes it anew");
        var text = wanted.Text(stretch is null ? ReportFiles.Read(files, load) : ReportFiles.Kept(files, load, stretch));
        if (path is null)
        {
            using var standardOutput = StandardStream.Output();
            standardOutput.Write(System.Text.Encoding.UTF8.GetBytes(text));
            return 0;
        }
        var bytes = ReportFile.Write(path, text);
        Screen.Verbatim($"{Screen.Plain(path)}: {Screen.Size(bytes)}, {wanted.Ends}");
        return 0;
    }
}
