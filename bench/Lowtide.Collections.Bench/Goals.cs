namespace Lowtide.Collections.Bench;

/// <summary>What is promised of ours, as a ratio to the framework's, in every mode.</summary>
internal static class Goals
{
    internal static readonly IReadOnlyDictionary<string, double> MostTime = new Dictionary<string, double>(StringComparer.Ordinal)
    {
        ["list add 500"] = 1.00,
        ["list add 50000"] = 0.50,
        ["list add 5000000"] = 0.40,
        ["list index"] = 1.50,
        ["list index and one before"] = 1.50,
        ["list swap"] = 1.50,
        ["list reader"] = 1.05,
        ["list foreach"] = 1.00,
        ["list spans"] = 1.02,
        ["list where count"] = 1.50,
        ["list count of matches"] = 1.50,
        ["list remove last"] = 1.30,
        ["list reverse"] = 1.20,
        ["list sort random"] = 1.30,
        ["list sort sorted"] = 1.30,
        ["list sort strings by comparison"] = 1.30,
        ["set union small"] = 1.15,
        ["set union large"] = 1.00,
        ["set add 500"] = 1.15,
        ["set add 50000"] = 1.00,
        ["set foreach"] = 1.00,
        ["set remove and add again"] = 1.20,
        ["set remove half and add again"] = 1.20,
        ["set copy"] = 1.20,
        ["dictionary add 500"] = 1.15,
        ["dictionary add 50000"] = 1.00,
        ["dictionary foreach"] = 1.00,
        ["dictionary remove and add again"] = 1.20,
        ["dictionary copy"] = 1.20,
        ["dictionary pauses"] = 1.40,
        ["IntsInOrder set hit"] = 1.05,
        ["IntsInOrder dictionary hit"] = 1.05,
        ["IntsInOrder set miss"] = 1.15,
        ["IntsInOrder dictionary miss"] = 1.15,
        ["IntsAtRandom set hit"] = 1.10,
        ["IntsAtRandom dictionary hit"] = 1.10,
        ["MultiplesOf4096 set hit"] = 1.30,
        ["MultiplesOf4096 dictionary hit"] = 1.30,
        ["StringsOf8 set hit"] = 1.10,
        ["StringsOf8 dictionary hit"] = 1.10,
        ["StringsOf100 set hit"] = 1.10,
        ["StringsOf100 dictionary hit"] = 1.10,
        ["NumberedStringsOf8 set hit"] = 1.10,
        ["NumberedStringsOf8 dictionary hit"] = 1.10,
        ["NumberedStringsOf100 set hit"] = 1.10,
        ["NumberedStringsOf100 dictionary hit"] = 1.10,
        ["Guids set hit"] = 1.10,
        ["Guids dictionary hit"] = 1.10,
        ["Structs set hit"] = 1.20,
        ["Structs dictionary hit"] = 1.20,
    };

    internal static readonly IReadOnlyDictionary<string, double> MostBytes = new Dictionary<string, double>(StringComparer.Ordinal)
    {
        ["list add 50000"] = 0.45,
        ["set union large"] = 0.60,
    };
}
