using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Requests;

/// <summary>
/// The requests of a web server's log, on the clock of a trace. Each line has when and how long, in one of three forms: CSV whose first line
/// names "start" or "end" and "seconds"; a line that begins with Unix time ($msec) and ends with seconds ($request_time, both nginx); the common log
/// format with a time at its end, seconds with a point (nginx) or microseconds without (Apache's %D).
/// </summary>
public static class AccessLog
{
    private const RegexOptions Options = RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture;

    /// <summary>Thirty years: who writes nanoseconds, or another number at a line's end, did not write how many seconds a request took.</summary>
    private const double MostSeconds = 1e9;

    private const int MostOfLine = 1 << 20;

    private static readonly Regex Common = new(
        @"\[(?<at>\d{2}/[A-Za-z]{3}/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4})\].*[ ""](?<took>\d+(?<point>\.\d+)?)""?\s*$", Options);

    private static readonly Regex Precise = new(@"^(?<at>\d{9,11}\.\d+)\s.*[\s""](?<took>\d+(\.\d+)?)""?\s*$", Options);

    /// <param name="began">When the trace began, by the clock.</param>
    /// <param name="seconds">Its length; what lies beside it is left out.</param>
    /// <exception cref="RecordingException">It cannot be read, or holds no request of that time.</exception>
    public static RequestTimes Read(string path, DateTimeOffset began, double seconds)
    {
        try
        {
            using var file = RegularFile.Open(path);
            using var text = new StreamReader(new FileStream(file, FileAccess.Read));
            using var lines = Lines(text).GetEnumerator();
            return Read(path, lines, began, seconds);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new RecordingException($"{path} cannot be read ({failure.Message.TrimEnd('.')})", failure);
        }
    }

    /// <exception cref="IOException">One is longer than any that a web server writes.</exception>
    private static IEnumerable<string> Lines(StreamReader text)
    {
        var line = new StringBuilder();
        while (text.Read() is >= 0 and var letter)
        {
            if (letter == '\n')
            {
                yield return line.ToString();
                line.Clear();
            }
            else if (letter != '\r')
            {
                line.Append((char)letter);
            }
            if (line.Length > MostOfLine)
                throw new IOException($"it has a line of more than {MostOfLine:N0} letters");
        }
        if (line.Length > 0)
            yield return line.ToString();
    }

    private static RequestTimes Read(string path, IEnumerator<string> lines, DateTimeOffset began, double seconds)
    {
        var (read, taken, whole) = (0, 0, false);
        if (!lines.MoveNext())
            throw new RecordingException($"{path} is empty");
        var parse = Columns(lines.Current) ?? Line;
        var requests = new RequestReducer(RequestSource.Logged);
        do
        {
            if (parse(lines.Current) is not { } line)
                continue;
            read++;
            whole |= line.WholeSeconds;
            var at = (line.Start - began).TotalSeconds;
            if (at > seconds || at + line.Seconds < 0)
                continue;
            taken++;
            requests.Add(new RequestTime(at, line.Seconds));
        }
        while (lines.MoveNext());
        if (read == 0)
            throw new RecordingException($"{path} has no line with when and how long; it takes the common log format with the request's time at the end "
                + "of each line, or CSV with the columns end and seconds");
        return taken > 0 ? requests.Result() with { WholeSeconds = whole } : throw new RecordingException(string.Create(CultureInfo.InvariantCulture,
            $"none of the {read} requests in {path} lies in the {seconds:0} s from {began.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC on"));
    }

    private static Func<string, LoggedRequest?>? Columns(string header)
    {
        var names = header.Split(',').Select(name => name.Trim(' ', '"')).ToList();
        var (start, end, took) = (names.IndexOf("start"), names.IndexOf("end"), names.IndexOf("seconds"));
        if (took < 0 || (start < 0 && end < 0))
            return null;
        return line =>
        {
            var fields = line.Split(',');
            if (fields.Length < names.Count || Took(fields[took].Trim(' ', '"')) is not { } length || Time(fields[Math.Max(start, end)]) is not { } time)
                return null;
            return new LoggedRequest(start > end ? time : time - TimeSpan.FromSeconds(length), length, WholeSeconds: false);
        };
    }

    private static LoggedRequest? Line(string line)
    {
        if (Precise.Match(line) is { Success: true } precise
            && Time(precise.Groups["at"].Value) is { } end && Took(precise.Groups["took"].Value) is { } took)
            return new LoggedRequest(end - TimeSpan.FromSeconds(took), took, WholeSeconds: false);
        if (Common.Match(line) is not { Success: true } common || Number(common.Groups["took"].Value) is not { } number
            || !DateTimeOffset.TryParseExact(
                common.Groups["at"].Value, "dd/MMM/yyyy:HH:mm:ss zzz", CultureInfo.InvariantCulture, DateTimeStyles.None, out var at)
            || at < DateTimeOffset.UnixEpoch)
            return null;
        // Somewhere in that second: nginx writes when it ended, Apache when it began.
        var middle = at + TimeSpan.FromSeconds(0.5);
        if (!common.Groups["point"].Success)
            return new LoggedRequest(middle, number / 1e6, WholeSeconds: true);
        return number <= MostSeconds ? new LoggedRequest(middle - TimeSpan.FromSeconds(number), number, WholeSeconds: true) : null;
    }

    private static DateTimeOffset? Time(string text)
    {
        text = text.Trim(' ', '"');
        if (Number(text) is { } unix)
            return unix < 1e11 ? DateTimeOffset.UnixEpoch + TimeSpan.FromSeconds(unix) : null;
        return DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
            && time >= DateTimeOffset.UnixEpoch ? time : null;
    }

    private static double? Took(string text) => Number(text) is <= MostSeconds and var seconds ? seconds : null;

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && number is >= 0 and < 1e11 ? number : null; // no style refuses "-Infinity"

    private sealed record LoggedRequest(DateTimeOffset Start, double Seconds, bool WholeSeconds);
}
