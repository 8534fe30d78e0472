using System.Diagnostics;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>
/// Whatever comes in, it is shown or refused in one line: no other exception, no more than two seconds, no more than 512 MiB.
/// </summary>
internal static class Judged
{
    /// <param name="one">Makes its input of the numbers, and reads it.</param>
    /// <returns>How many were shown, and how many refused with a <see cref="Failure"/>.</returns>
    public static (int Shown, int Refused) All(string what, int sample, int whole, Action<Random> one)
    {
        var rack = new Rack(what, sample, whole);
        var (shown, refused) = (0, 0);
        for (var number = 0; number < rack.Times; number++)
        {
            var (began, worked, bytes) = (Stopwatch.GetTimestamp(), Rack.ThreadTime(), GC.GetAllocatedBytesForCurrentThread());
            try
            {
                one(Rack.Numbers(number));
                shown++;
            }
            catch (Failure refusal) when (!refusal.Message.Contains('\n') && !refusal.Message.Contains('\u001b'))
            {
                refused++;
            }
            catch (Exception wrong)
            {
                var where = wrong.StackTrace?.Split('\n').FirstOrDefault(line => line.Contains("Lowtide", StringComparison.Ordinal))?.Trim();
                rack.Wrong($"{wrong.GetType().Name} {wrong.Message.ReplaceLineEndings(" ")[..Math.Min(80, wrong.Message.Length)]} {where}", number);
            }
            var (took, allocated) = (Rack.ThreadTime() - worked, GC.GetAllocatedBytesForCurrentThread() - bytes);
            if (took > Rack.Longest || Stopwatch.GetElapsedTime(began) > 20 * Rack.Longest)
                rack.Wrong($"took more than {Rack.Longest.TotalSeconds} s", number);
            if (allocated > Rack.MostBytes)
                rack.Wrong($"took more than {Rack.MostBytes >> 20} MiB", number);
            rack.Tried(took, allocated);
        }
        rack.End();
        return (shown, refused);
    }

    /// <summary>To the end: what is given one by one is read only as it is asked for.</summary>
    public static void Walk<T>(IEnumerable<T> all)
    {
        foreach (var _ in all)
        {
        }
    }
}
