// Says as JSON what the runtime tells of its own collector, and waits for the end of its input.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime;
using System.Text.Json;

var said = new SortedDictionary<string, string> { ["IsServerGC"] = GCSettings.IsServerGC.ToString(), ["LatencyMode"] = GCSettings.LatencyMode.ToString() };
foreach (var (name, value) in GC.GetConfigurationVariables())
    said[name] = Convert.ToString(value, CultureInfo.InvariantCulture);
said["TotalAvailableMemoryBytes"] = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes.ToString(CultureInfo.InvariantCulture);
Console.WriteLine(JsonSerializer.Serialize(said));
Console.In.ReadToEnd();
