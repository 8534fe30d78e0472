// growing.c's courses in .NET: arrays of many sizes, in lists and a dictionary.
//
//     growing COURSE SEED DAY_SECONDS LIFE_DAYS LIFE
//
// Not "fragments" and "threads", but "native": what it keeps is the C library's. Prints the same lines, of one life.
#:property PublishAot=false
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

const int Keys = 4096, Requests = 256, Header = 24;

var (course, seed, life) = (args[0], int.Parse(args[1], CultureInfo.InvariantCulture), int.Parse(args[4], CultureInfo.InvariantCulture));
var (day, days) = (double.Parse(args[2], CultureInfo.InvariantCulture), double.Parse(args[3], CultureInfo.InvariantCulture));
var length = day * days;
var eachLife = new Random(seed);
var level = Between(eachLife, 8, 24) * (1 << 20);
var size = Between(eachLife, 0.15, 1.0) * level;
var load = Between(eachLife, 0, 0.15) * size;
var phase = Between(eachLife, 0, day);
var jumps = Enumerable.Range(0, eachLife.Next(1, 5))
    .Select(_ => (At: Between(eachLife, 0.08, 0.92) * length, Bytes: Between(eachLife, 0.12, 0.4) * level)).ToList();
var chance = new Random(seed + (1000 * life));

List<byte[]> lasting = [], waste = [];
level = Fill(level, 1000);
var asks = Keys * (course == "filling" ? Between(chance, 3, 10) : Between(chance, 6, 20));
var cache = new Dictionary<int, byte[]>();
var busy = new byte[]?[Requests];
double kept = 0, due = 0, asked = 0, before = 0, at;
List<double> hours = [];
for (var each = 0; each < 20_000; each++)
    Some(2000); // as a server that has answered some requests
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{{\"worker\":{Environment.ProcessId},\"level\":{level:0}}}"));
var watch = Stopwatch.StartNew();
for (; (at = watch.Elapsed.TotalSeconds) < length; before = at)
{
    while (hours.Count * day / 24 <= at)
    {
        hours.Add(kept);
        GC.Collect(); // a real day has more collections than an hour of this one
    }
    if (course == "linear")
    {
        due += size * (at - before) / length;
        var held = Fill(due, 600);
        (kept, due) = (kept + held, due - held);
    }
    if (course == "native")
        for (due += size * (at - before) / length; due > 0; due -= 600, kept += 600)
            Marshal.Copy(new byte[600], 0, Marshal.AllocHGlobal(600), 600);
    if (course is "filling" or "popular")
        for (asked += asks * (at - before) / length; asked > 0; asked--)
        {
            var key = (int)(Keys * (course == "filling" ? chance.NextDouble() : Math.Pow(chance.NextDouble(), 6)));
            if (cache.ContainsKey(key))
                continue;
            cache[key] = Some((int)(size / Keys));
            kept += cache[key].Length + Header;
        }
    if (course == "steps")
    {
        kept += jumps.Where(jump => jump.At <= at).Sum(jump => Fill(jump.Bytes, 1000));
        jumps.RemoveAll(jump => jump.At <= at);
    }
    // So many requests hold memory as the hour asks for.
    var wanted = (0.5 + (0.5 * Math.Sin(2 * Math.PI * (at + phase) / day))) * Requests;
    for (var each = 0; each < Requests; each++)
        busy[each] = each < wanted ? busy[each] ?? Some((int)(2 * load / Requests) + 64) : null;
    waste.Clear();
    for (var each = 0; each < 40; each++)
        waste.Add(Some(2000));
    if (chance.NextDouble() < 0.01)
        waste.Add(Some(chance.Next(10, 50) * 4096));
    await Task.Delay(TimeSpan.FromSeconds(day / 500), TimeProvider.System);
}
hours.Add(kept);
Console.WriteLine($"{{\"kept\":[{string.Join(',', hours.Select(bytes => bytes.ToString("0", CultureInfo.InvariantCulture)))}]}}");

static double Between(Random random, double low, double high) => low + ((high - low) * random.NextDouble());

byte[] Some(int mean)
{
    var piece = new byte[chance.Next(mean / 2, mean * 3 / 2)];
    Array.Fill(piece, (byte)1);
    return piece;
}

double Fill(double wanted, int mean)
{
    double held = 0;
    for (; held < wanted; held += lasting[^1].Length + Header)
        lasting.Add(Some(mean));
    return held;
}
