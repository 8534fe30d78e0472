using System.Text.Json;
using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Sources;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.CRuby;

/// <summary>What the kit keeps is what Ruby says, its remedies act once and where they should, and no Ruby stumbles over it.</summary>
public sealed class RubyKitTests
{
    /// <summary>1 MiB: more than libc and libruby's share of one process that comes or goes, less than any part of interest.</summary>
    private const long MostDrift = 1 << 20;

    private static readonly RubyRemedy[] InCatalogue = [.. RemedyCatalogue.All.OfType<RubyRemedy>()];

    private static string Kit => Path.Combine(Built.Root, "kits", "ruby");

    private static string Start => Path.Combine(Kit, "start");

    public static MatrixTheoryData<string, string> Oddities => new(Rubies.Versions,
    [
        "puts 1 + 1",
        "def GC.stat(*) = raise('replaced'); sleep 1.3; puts :on",
        "Ractor.new { 2 }.then { |one| puts one.respond_to?(:value) ? one.value : one.take }",
        "puts fork { exit 3 }.positive?; Process.wait; puts $?.exitstatus",
        "Process.daemon(true, true); $stdout.puts Process.ppid.positive?",
        "puts ($LOAD_PATH.grep(/kits/) + $LOADED_FEATURES.grep(/english/)).size",
        "at_exit { puts :bye }; Thread.new { sleep }; abort",
        "$stderr.close; puts :quiet",
        "puts IO.popen('-') { |child| child ? child.read : puts('child') }",
    ]);

    public static MatrixTheoryData<string, string> Remedies => new(Rubies.Versions, InCatalogue.Select(remedy => remedy.Id));

    /// <summary>The program behaves as it does without the kit, in every way that can be seen.</summary>
    [Theory, MemberData(nameof(Oddities))]
    public void A_program_does_what_it_does_without_the_kit(string version, string program)
    {
        foreach (var options in new string[][] { [], ["--enable=frozen-string-literal"], ["-W:no-experimental"] })
        {
            string[] words = [Rubies.Program(version), .. options, "-e", program];
            var (without, with) = (Ran.Command(words), Ran.Command(words, ("RUBYLIB", Start), Shared));
            Assert.Equal((without.ExitCode, without.Output), (with.ExitCode, with.Output));
            Assert.Equal(without.Error, with.Error);
        }
    }

    /// <summary>A folder that is not there, may not be read, or holds a kit that fails: the program runs.</summary>
    [Theory]
    [InlineData("missing")]
    [InlineData("unreadable")]
    [InlineData("raises")]
    [InlineData("no syntax")]
    public void A_kit_that_cannot_be_loaded_ends_nothing(string how)
    {
        using var user = new PlainUser();
        using var folder = new TempFolder();
        Ran.Command(["cp", "-r", Kit, folder.File("kit")]);
        Ran.Command(["chmod", "-R", "a+rX", folder.Path]);
        var library = folder.File("kit/lib/lowtide_kit.rb");
        switch (how)
        {
            case "missing":
                Directory.Delete(folder.File("kit"), recursive: true);
                break;
            case "unreadable":
                Ran.Command(["chmod", "000", library]);
                break;
            default:
                File.WriteAllText(library, how == "raises" ? "raise 'broken'" : "this is (no Ruby");
                break;
        }
        var ran = user.Run([Rubies.Program(Rubies.Here), "-e", "puts :on"], ("RUBYLIB", folder.File("kit/start")));
        Assert.Equal((0, "on\n"), (ran.ExitCode, ran.Output));
        Assert.Equal(how == "missing" ? 0 : 1, ran.Error.Count(letter => letter == '\n'));
        Assert.StartsWith(how == "missing" ? "" : "lowtide: the kit is not on", ran.Error, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public void What_GC_stat_says_is_read_from_outside_in_master_and_workers(string version)
    {
        using var target = Target.Start(Rubies.Program(version), [Target.Path("ruby_forks.rb")], ("RUBYLIB", Start), Shared);
        foreach (var said in target.Said.GetProperty("workers").EnumerateArray().Append(target.Said.GetProperty("forked")))
        {
            var pid = said.GetProperty("pid").GetInt32();
            var kit = First(pid);
            Assert.Equal(said.GetProperty("major").GetInt64(), kit.Stat["major_gc_count"]);
            Assert.InRange(kit.Stat["minor_gc_count"], said.GetProperty("minor").GetInt64(), said.GetProperty("minor").GetInt64() + 2);
            Assert.InRange(kit.Stat["heap_live_slots"], said.GetProperty("live").GetInt64() - 3000, said.GetProperty("live").GetInt64() + 20_000);
            Assert.Equal(HasPools(version), kit.Pools.Count > 0);
        }
    }

    [Theory, MemberData(nameof(Remedies))]
    public void A_remedy_acts_once_before_the_first_fork_and_is_seen(string version, string remedy)
    {
        var times = Compactions(version, remedy);
        using var target = Target.Start(
            Rubies.Program(version), [Target.Path("ruby_forks.rb")], ("RUBYLIB", Start), ("LOWTIDE_REMEDIES", remedy), Shared);
        Assert.Equal(0, Compactions(target.Said.GetProperty("started")));
        Assert.Equal(times, Compactions(target.Said.GetProperty("forked")));
        foreach (var worker in target.Said.GetProperty("workers").EnumerateArray())
        {
            Assert.Equal(times, Compactions(worker));
            var pid = worker.GetProperty("pid").GetInt32();
            var family = Look.At(pid);
            Assert.Equal(times == 1, RemediesInEffect.TookEffect(RemedyCatalogue.Find(remedy)!, family.Family));
        }
    }

    /// <summary>Its launcher had nothing yet that could be compacted: what counts is what the daemon has as it forks.</summary>
    [Theory, MemberData(nameof(Remedies))]
    public void A_daemon_that_forked_itself_has_a_turn_of_its_own(string version, string remedy)
    {
        const string Program = """
            $stdout.sync = true
            launcher = Process.pid
            exit! if fork
            sleep 0.01 while Process.ppid == launcher
            2.times do
              fork { puts GC.stat(:compact_count); exit! }
              Process.wait
            end
            """;
        var ran = Ran.Command([Rubies.Program(version), "-e", Program], ("RUBYLIB", Start), ("LOWTIDE_REMEDIES", remedy), Shared);
        var times = 2 * Compactions(version, remedy);
        Assert.Equal($"{times}\n{times}\n", ran.Output);
    }

    [Theory]
    [InlineData("a master that loads for longer", "0.2", "wait; 2.times { fork { puts count; exit! }; Process.wait }", "2\n2\n")]
    [InlineData("a master that has forked", "2", "fork { puts count; exit! }; Process.wait; sleep 2.5; puts count", "1\n1\n")]
    [InlineData("what Process.daemon leaves", "0.5", "Process.daemon(true, true); wait; puts count", "1\n")]
    public void The_end_of_the_start_is_the_first_fork_or_a_time(string server, string seconds, string program, string compactions)
    {
        // 200 times: the end of them only ends a failing test.
        const string Beginning = """
            $stdout.sync = true
            def count = GC.stat(:compact_count)
            def wait = 200.times { count.zero? ? sleep(0.05) : break }

            """;
        var ran = Ran.Command(
            [Rubies.Program("3.3"), "-e", Beginning + program],
            ("RUBYLIB", Start), ("LOWTIDE_REMEDIES", "ruby.warmup"), ("LOWTIDE_WARMUP_SECONDS", seconds), Shared);
        Assert.Equal((server, compactions, ""), (server, ran.Output, ran.Error));
    }

    [Fact]
    public void A_time_that_is_no_number_is_said_at_once()
    {
        var ran = Ran.Command(
            [Rubies.Program("3.3"), "-e", "puts :on"],
            ("RUBYLIB", Start), ("LOWTIDE_REMEDIES", "ruby.warmup"), ("LOWTIDE_WARMUP_SECONDS", "soon"), Shared);
        Assert.Equal((0, "on\n"), (ran.ExitCode, ran.Output));
        Assert.Equal("lowtide: ruby.warmup is not on: ArgumentError: invalid value for Float(): \"soon\"", ran.ErrorLine);
    }

    /// <summary>
    /// Asked for by who started it; the sizes are those that Ruby gives itself. The parts sum to the PSS that the kernel gives right after: the
    /// target waits, but the kit's thread runs once a second, and Ruby's and libc's pages are shared with whatever else starts and ends.
    /// </summary>
    [Theory]
    [MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public void A_walk_tells_what_malloc_gave_the_objects(string version)
    {
        using var target = Target.Start(
            Built.Lowtide, ["run", "--watch-ruby", "--", Rubies.Program(version), Target.Path("ruby_walk.rb")],
            ("LOWTIDE_TEST_SHARES", Path.GetDirectoryName(CacheFolder.Open("kits"))!));
        var pid = target.Said.GetProperty("pid").GetInt32();
        First(pid);

        var ran = Ran.Lowtide("explain", $"{pid}", "--walk", "--json");

        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        var pss = Procfs.Memory(pid, 0).PssBytes!.Value;
        var told = target.Ask("again");
        var family = JsonDocument.Parse(ran.Output).RootElement.GetProperty("family");
        var ruby = Assert.Single(family.GetProperty("ruby").EnumerateArray());
        var walked = ruby.GetProperty("walked_bytes").EnumerateArray().ToDictionary(
            count => count.GetProperty("name").GetString()!, count => count.GetProperty("value").GetInt64());
        Near(told.GetProperty("total").GetInt64(), walked["TOTAL"]);
        // Ruby leaves its internal objects out here, of which most are slots and nothing else.
        Assert.InRange(told.GetProperty("all").GetInt64(), walked["TOTAL"] / 2, walked["TOTAL"]);
        Near(told.GetProperty("strings").GetInt64(), walked["T_STRING"]);
        Assert.InRange(ruby.GetProperty("walk_seconds").GetDouble(), 0, 5);
        var breakdown = Assert.Single(family.GetProperty("breakdown").EnumerateArray());
        var parts = breakdown.GetProperty("parts").EnumerateArray().ToDictionary(
            part => part.GetProperty("kind").GetString()!, part => part.GetProperty("bytes").GetInt64());
        Assert.InRange(parts.Values.Sum(), pss - MostDrift, pss + MostDrift);
        Assert.Equal(parts.Values.Sum(), breakdown.GetProperty("pss_bytes").GetInt64());
        // What is resident and in use of malloc's is all that its objects can hold; 20,000 strings of over 200 bytes are most of it where
        // they stand in no slot.
        Assert.InRange(parts["malloc_of_objects"], HasPools(version) ? 1 : 20_000 * 200, walked["TOTAL"]);
        Assert.InRange(parts["other"], 0, breakdown.GetProperty("pss_bytes").GetInt64() / 10);

        static void Near(long expected, long actual, double within = 0.03) =>
            Assert.InRange(actual, (long)(expected * (1 - within)), (long)(expected * (1 + within)));
    }

    /// <summary>Before, root made a folder and a file wherever the target's RUBYLIB led, by way of any link.</summary>
    [Fact]
    public void A_target_does_not_choose_where_a_request_is_written()
    {
        using var folder = new TempFolder();
        var victim = Path.GetDirectoryName(folder.File("there/victim/file", "mine"))!;
        Directory.CreateSymbolicLink(folder.File("link"), folder.File("there"));
        var chosen = Path.Combine(folder.Path, "link/victim/kits/ruby-1/start");
        using var target = Target.Start("/usr/bin/python3", [Target.Path("hostile_kit.py")], ("RUBYLIB", chosen));

        var ran = Ran.Lowtide("explain", $"{target.Said.GetProperty("pid").GetInt32()}", "--walk", "--json");

        Assert.Contains("may ask for a walk", ran.Output);
        Assert.Equal([Path.Combine(victim, "file")], Directory.EnumerateFileSystemEntries(victim));
        Assert.Equal("mine", File.ReadAllText(Path.Combine(victim, "file")));
    }

    /// <summary>The kit's own reason, and at once: a walk that nobody answers ends after 15 s with another.</summary>
    [Theory]
    [InlineData("objspace.rb", "raise LoadError, 'cannot load such file -- objspace'", "LoadError: cannot load such file -- objspace")]
    [InlineData(
        "objspace.rb", "def ObjectSpace.count_objects_size = (1..3000).to_h { |i| [:\"T_#{i}\", i] }", "its answer of ")]
    public void A_walk_that_fails_is_said_with_its_reason(string file, string content, string why)
    {
        using var folder = new TempFolder();
        folder.File(file, content);
        using var target = Target.Start(
            Built.Lowtide,
            ["run", "--watch-ruby", "--", Rubies.Program(Rubies.Here), "-I", folder.Path, "-e", "puts %({\"pid\": #{$$}}); $stdout.flush; $stdin.read"]);
        var pid = target.Said.GetProperty("pid").GetInt32();
        First(pid);

        var ran = Ran.Lowtide("explain", $"{pid}", "--walk", "--json");

        var missing = JsonDocument.Parse(ran.Output).RootElement.GetProperty("could_not_read").EnumerateArray()
            .Select(one => one.GetProperty("why").GetString()!).ToList();
        Assert.Contains(missing, one => one.StartsWith($"process {pid} could not walk: {why}", StringComparison.Ordinal));
        Assert.DoesNotContain(missing, one => one.Contains("did not answer"));
    }

    [Theory]
    [MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public void A_recording_has_what_the_kit_keeps_at_every_second(string version)
    {
        using var target = Target.Start(Rubies.Program(version), [Target.Path("ruby_walk.rb")], ("RUBYLIB", Start), Shared);
        using var folder = new TempFolder();
        var pid = target.Said.GetProperty("pid").GetInt32();
        First(pid);

        var ran = Ran.Lowtide("record", $"{pid}", "-d", "2s", "-o", folder.File("x.lowtide"));

        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        var recording = RecordingReader.Read(folder.File("x.lowtide"));
        var kept = recording.Samples.Select(sample => sample.Ruby).OfType<RubyCounts>().ToList();
        Assert.True(kept.Count(counts => counts is { LiveSlots: > 20_000, FreeSlots: >= 0, Pages: > 0, MajorCollections: > 0 }) >= 2);
        // Where the target's 20,000 strings of 200 to 249 bytes stand whole in slots, these are of 320 bytes.
        Assert.Equal(HasPools(version), kept.Count(Holds) >= 2);
        Assert.Equal(HasPools(version), kept.Exists(counts => counts.Pools.Count > 0));
        Assert.All(recording.Snapshots, family => Assert.StartsWith($"{version}.", family.Runtime?.Version));
        Assert.NotNull(recording.Latest.Master?.RubyHeap);
        Assert.NotNull(recording.Latest.Master?.RubyKit);

        static bool Holds(RubyCounts counts) =>
            counts.Pools.Any(pool => pool is { SlotBytes: 320, LiveSlots: >= 20_000 } && pool.Slots >= pool.LiveSlots);
    }

    /// <summary>What a user keeps instead of Lowtide acts likewise, beside another such file, and ends no Ruby in which it cannot.</summary>
    [Theory]
    [MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public void The_files_to_keep_act_without_the_kit(string version)
    {
        using var folder = new TempFolder();
        var options = "";
        foreach (var remedy in InCatalogue)
        {
            var file = folder.File($"{remedy.Id}.rb", Assert.Single(remedy.Permanent.Files).Content);
            options += $"-r{file} ";
        }
        var program = folder.File(
            "program.rb", "$stdout.sync = true\nfork { puts GC.stat(:compact_count); exit! }\nProcess.wait\nfork { exit! }\nProcess.wait\n");
        var ran = Ran.Command([Rubies.Program(version), program], ("RUBYOPT", options), ("LOWTIDE_TEST_SHARES", folder.Path));
        // Debian's updates change its last figure.
        var its = Ran.Command([Rubies.Program(version), "-e", "print RUBY_VERSION"]).Output;
        var said = Warms(version) ? "" : $"lowtide: ruby.warmup is not on: NotImplementedError: Process.warmup came with Ruby 3.3, this is {its}\n";
        Assert.Equal((0, $"{InCatalogue.Sum(remedy => Compactions(version, remedy.Id))}\n", said), (ran.ExitCode, ran.Output, ran.Error));
    }

    /// <summary>As Ruby was before 3.1: who hooks into forks there asks whether there is a _fork.</summary>
    [Fact]
    public void A_file_to_keep_gives_no_Ruby_a_fork_that_it_has_not()
    {
        using var folder = new TempFolder();
        var file = folder.File("compact-before-fork.rb", Assert.Single(new CompactBeforeFork().Permanent.Files).Content);
        var ran = Ran.Command(
            [Rubies.Program(Rubies.Here), "-e", $"Process.singleton_class.undef_method(:_fork); load '{file}'; puts Process.respond_to?(:_fork)"]);
        Assert.Equal((0, "false\n", ""), (ran.ExitCode, ran.Output, ran.Error));
    }

    /// <summary>What the lines that bring it in warn of: why the kit itself comes in otherwise.</summary>
    [Fact]
    public void A_file_to_keep_that_may_not_be_read_ends_Ruby()
    {
        using var user = new PlainUser();
        using var folder = new TempFolder();
        var file = folder.File("warmup.rb", Assert.Single(new Warmup().Permanent.Files).Content);
        Ran.Command(["chmod", "-R", "a+rX", folder.Path]);
        string[] words = [Rubies.Program(Rubies.Here), "-e", "puts :on"];
        Assert.Equal("on\n", user.Run(words, ("RUBYOPT", $"-r{file}")).Output);
        Ran.Command(["chmod", "o-r", file]);
        Assert.NotEqual(0, user.Run(words, ("RUBYOPT", $"-r{file}")).ExitCode);
    }

    /// <summary>How often a remedy has Ruby compact: each does it once, where Ruby can.</summary>
    private static int Compactions(string version, string remedy) => remedy != "ruby.warmup" || Warms(version) ? 1 : 0;

    private static bool Warms(string version) => Version.Parse(version) >= new Version(3, 3);

    /// <summary>GC.stat_heap and slots of several sizes, in which a string of 200 bytes stands whole, came with the same version.</summary>
    private static bool HasPools(string version) => Version.Parse(version) >= new Version(3, 2);

    private static long Compactions(JsonElement said) => said.GetProperty("compactions").GetInt64();

    /// <summary>The kit writes once a second; a process that has just begun has written nothing yet.</summary>
    private static RubyKit First(int pid) => Patience.Until(() => RubyKitReader.Read(pid), "what the kit keeps of GC.stat");

    /// <summary>Where a Ruby in a root of its own finds the kit (eng/debian-program).</summary>
    private static (string, string) Shared => ("LOWTIDE_TEST_SHARES", Kit);
}
