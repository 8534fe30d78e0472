using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Lowtide.Collections.Bench;
using Perfolizer.Horology;

// The figures of docs/collections.md, side by side with the framework's types in one run:
//   Lowtide.Collections.Bench          int, which decides (about 3 minutes)
//   Lowtide.Collections.Bench --all    also long, Guid, string and a struct of 64 bytes, which are reported
//   Lowtide.Collections.Bench PART     only rows with PART in their name
// In one process: what is compared shares its compiled code's age, its heap and its collector.
var all = args.Contains("--all");
var part = args.FirstOrDefault(arg => !arg.StartsWith('-')) ?? "";
var config = ManualConfig.CreateEmpty()
    .AddJob(Job.Default.WithToolchain(new InProcessEmitToolchain(TimeSpan.FromMinutes(5), logOutput: false))
        .WithWarmupCount(4).WithIterationCount(12).WithIterationTime(TimeInterval.FromMilliseconds(100)))
    .AddDiagnoser(MemoryDiagnoser.Default)
    .AddFilter(new BenchmarkDotNet.Filters.SimpleFilter(one => one.Descriptor.WorkloadMethod.Name.Contains(part, StringComparison.OrdinalIgnoreCase)))
    .AddLogger(NullLogger.Instance)
    .WithOptions(ConfigOptions.DisableLogFile);
Type[] benchmarks = all
    ? [typeof(Operations<int>), typeof(Operations<long>), typeof(Operations<Guid>), typeof(Operations<string>), typeof(Operations<Block>)]
    : [typeof(Operations<int>)];
var met = true;
foreach (var type in benchmarks)
    met &= FigureTable.Print(BenchmarkRunner.Run(type, config), type.GetGenericArguments()[0]);
return met ? 0 : 1;
