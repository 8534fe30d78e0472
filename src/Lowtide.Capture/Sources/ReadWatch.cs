using System.Globalization;
using System.Runtime.InteropServices;

namespace Lowtide.Capture.Sources;

/// <summary>
/// Notices a read of a target that does not come back. What is mapped can change between the look at it and the read: then a read waits that was to meet
/// memory, as for a FUSE server, whom not even kill -9 of the reader ends (request_wait_answer in fs/fuse/dev.c).
/// </summary>
/// <remarks>Nobody can call such a thread back. Where it is no <see cref="SpareThread"/>'s, it is said which process it reads, and Lowtide ends.</remarks>
public static partial class ReadWatch
{
    private const int Looks = 5;

    /// <summary>Ten to twelve seconds for all looks.</summary>
    private static readonly TimeSpan Between = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Nobody reads, and who begins to wakes the watcher: a wake takes some 0.3 ms of an idle processor, far more than the look. Of the kernel's, for the slim
    /// one is spun on first.
    /// </summary>
    private static readonly AutoResetEvent Begun = new(initialState: false);

    private static int _sleeps;

    private static readonly List<WeakReference<Slot>> Slots = [];

    [ThreadStatic]
    private static Slot? _own;

    /// <summary>What a thread reads at the moment; its own, and gone with it.</summary>
    internal sealed class Slot
    {
        public readonly int Thread = Native.ThreadId();

        /// <summary>Zero while it reads nothing.</summary>
        public volatile int Process;

        /// <summary>Of its reads; another one by the next.</summary>
        public int Number;

        /// <summary>Nobody waits for it any longer.</summary>
        public volatile bool IsLeftBehind;

        /// <summary>The watcher's.</summary>
        public Waiting Watched;
    }

    /// <summary>For how many looks in a row one and the same read has waited.</summary>
    [StructLayout(LayoutKind.Auto)]
    internal struct Waiting
    {
        private int _number, _looks;

        public int Look(Slot slot)
        {
            var number = Volatile.Read(ref slot.Number);
            _looks = slot.Process > 0 && _number == number && IsWaiting(slot.Thread) ? _looks + 1 : 0;
            _number = number;
            return _looks;
        }
    }

    /// <summary>Ends with the read that it is of.</summary>
    public readonly ref struct Reading : IDisposable
    {
        private readonly Slot _slot;

        internal Reading(int pid)
        {
            _slot = OfThread();
            Volatile.Write(ref _slot.Number, _slot.Number + 1);
            _slot.Process = pid;
            // Either the watcher sees it now, or it has said before that it sleeps.
            Interlocked.MemoryBarrier();
            if (Volatile.Read(ref _sleeps) == 1 && Interlocked.Exchange(ref _sleeps, 0) == 1)
                Begun.Set();
        }

        public void Dispose() => _slot.Process = 0;
    }

    internal static Reading Of(int pid) => new(pid);

    internal static Slot OfThread() => _own ??= New();

    /// <param name="stuck">Is told once, on the watcher's thread: the process whose memory a thread has waited for ten seconds.</param>
    public static void Begin(Action<int> stuck) => new Thread(() => Watch(stuck)) { IsBackground = true, Name = "reads" }.Start();

    private static Slot New()
    {
        var slot = new Slot();
        lock (Slots)
        {
            Slots.RemoveAll(reference => !reference.TryGetTarget(out _));
            Slots.Add(new WeakReference<Slot>(slot));
        }
        return slot;
    }

    private static void Watch(Action<int> stuck)
    {
        // Nobody signals it: the thread itself must look, as those of the pool may all wait.
        using var never = new ManualResetEvent(initialState: false);
        for (; ; never.WaitOne(Between))
        {
            if (SlotsNow().FirstOrDefault(slot => slot.Watched.Look(slot) >= Looks && !slot.IsLeftBehind) is { Process: > 0 and var pid })
            {
                stuck(pid);
                return;
            }
            Interlocked.Exchange(ref _sleeps, 1);
            if (Array.TrueForAll(SlotsNow(), slot => slot.Process == 0 || slot.IsLeftBehind))
                Begun.WaitOne();
            else
                Volatile.Write(ref _sleeps, 0);
        }
    }

    private static Slot[] SlotsNow()
    {
        lock (Slots)
            return [.. Slots.Select(reference => reference.TryGetTarget(out var slot) ? slot : null).OfType<Slot>()];
    }

    /// <summary>For somebody else, and not for a processor: then it would be runnable (proc_pid_stat(5), "S", "D" and "R").</summary>
    private static bool IsWaiting(int thread) =>
        ProcFile.TryReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/self/task/{thread}/stat")) is { } text
        && text.LastIndexOf(')') is >= 0 and var end && !text.AsSpan(end).StartsWith(") R", StringComparison.Ordinal);

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "gettid")]
        internal static partial int ThreadId();
    }
}
