using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports.Words;

/// <summary>A setting of .NET written into the program's own files.</summary>
internal static class DotNetForms
{
    public static IEnumerable<string> RuntimeConfig(RuntimeOption option) =>
    [
        "// In runtimeconfig.template.json beside the project file; then publish again:",
        $$"""{ "configProperties": { "{{option.Name}}": {{option.Value}} } }""",
        "// In the YOUR.runtimeconfig.json of a program that is published already it goes into \"runtimeOptions\".",
    ];

    public static IEnumerable<string> Project(RuntimeOption option) =>
    [
        "<!-- In the project file (.csproj); then publish again: -->",
        option.Property is { } property
            ? $"<PropertyGroup><{property}>{option.Value}</{property}></PropertyGroup>"
            : $"<ItemGroup><RuntimeHostConfigurationOption Include=\"{option.Name}\" Value=\"{option.Value}\" /></ItemGroup>",
    ];
}
