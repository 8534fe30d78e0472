using System.Reflection;
using System.Reflection.Emit;

namespace Midlife;

/// <summary>Hundreds of assemblies, as a service with plug-ins has them; the last one collects.</summary>
internal static class Plugins
{
    private const int Count = 500;

    private static readonly Action[] Calls = [.. Enumerable.Range(1, Count).Select(Load)];

    public static void Turn()
    {
        foreach (var call in Calls)
            call();
        Thread.Sleep(200);
    }

    /// <summary>PluginN.Worker.Work, in an assembly of its own.</summary>
    private static Action Load(int number)
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName($"Plugin{number}"), AssemblyBuilderAccess.Run);
        var type = assembly.DefineDynamicModule("plugin").DefineType($"Plugin{number}.Worker", TypeAttributes.Public);
        var code = type.DefineMethod("Work", MethodAttributes.Public | MethodAttributes.Static).GetILGenerator();
        if (number == Count)
            code.Emit(OpCodes.Call, typeof(GC).GetMethod(nameof(GC.Collect), [])!);
        code.Emit(OpCodes.Ret);
        return type.CreateType().GetMethod("Work")!.CreateDelegate<Action>();
    }
}
