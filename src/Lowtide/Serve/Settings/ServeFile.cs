using System.Globalization;
using System.Text;
using Lowtide.Capture.Watching;
using Lowtide.Guard;
using Lowtide.Guard.Settings;
using Lowtide.Recordings.Storage;
using Lowtide.Writing;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace Lowtide.Serve.Settings;

/// <summary>/etc/lowtide/serve.yaml: what the command line can set, and which servers are watched.</summary>
internal sealed class ServeFile
{
    public const string Usual = "/etc/lowtide/serve.yaml";

    private const string Include = "include", Exclude = "exclude", Guards = "guard";

    private const int MostBytes = 1 << 20;

    private static readonly string[] PatternKeys = ["name", "user", "cgroup"];

    private readonly string _path;
    private readonly List<(long Line, string What)> _errors = [];

    private ServeFile(string path) => _path = path;

    /// <param name="options">What holds where the file says nothing.</param>
    /// <param name="errors">Each with its line, as a compiler says it: "serve.yaml:3: ..."</param>
    public static ServeOptions Read(string path, ServeOptions options, out IReadOnlyList<string> errors)
    {
        var file = new ServeFile(path);
        var read = file.Apply(options);
        errors = [.. file._errors.OrderBy(error => error.Line)
            .Select(error => string.Create(CultureInfo.InvariantCulture, $"{path}:{error.Line}: {error.What}"))];
        return read;
    }

    private ServeOptions Apply(ServeOptions options)
    {
        var (yaml, text) = (new YamlStream(), Text());
        try
        {
            yaml.Load(new StringReader(text));
        }
        catch (AnchorNotFoundException)
        {
            return Wrong(LineOf(text, " *"), "in YAML a word that begins with * stands between quotes: \"*uwsgi\"", options);
        }
        catch (YamlException wrong)
        {
            return Wrong(wrong.Start.Line, $"this is no YAML: {wrong.InnerException?.Message ?? wrong.Message}", options);
        }
        // Of a bracket that is open where a line with a colon comes it says no more (YamlDotNet's Scanner).
        catch (InvalidOperationException)
        {
            return Wrong(LineOf(text, "[", "{"), "this is no YAML: a bracket that begins here or above is not closed", options);
        }
        if (yaml.Documents.Count == 0)
            return options;
        if (yaml.Documents[0].RootNode is not YamlMappingNode root)
            return Wrong(yaml.Documents[0].RootNode, "settings are lines such as \"interval: 10s\"", options);
        foreach (var (key, value) in root.Children)
            options = Set(options, key, value);
        return options;
    }

    private string Text()
    {
        try
        {
            return Encoding.UTF8.GetString(RegularFile.ReadAll(_path, MostBytes));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"{_path} cannot be read: {failure.Message.TrimEnd('.')}");
        }
    }

    /// <summary>The first that has one of those outside a comment.</summary>
    private static long LineOf(string text, params string[] signs) =>
        1 + Array.FindIndex(text.Split('\n'), line => signs.Any(line.Split('#')[0].Contains));

    private ServeOptions Set(ServeOptions options, YamlNode key, YamlNode value)
    {
        var name = (key as YamlScalarNode)?.Value ?? "";
        switch (name)
        {
            case Include:
                return options with { Filter = options.Filter with { Include = Patterns(value) } };
            case Exclude:
                return options with { Filter = options.Filter with { Exclude = Patterns(value) } };
            case Guards:
                return options with { Guards = GuardList(value) };
        }
        if (ServeSetting.All.FirstOrDefault(setting => setting.Name == name) is not { } known)
            return Wrong(key, Unknown("no setting", name, [.. ServeSetting.All.Select(setting => setting.Name), Include, Exclude, Guards]), options);
        return value is YamlScalarNode { Value: { } text } && known.Apply(options, text) is { } set ? set : Wrong(value, $"{name} {known.Takes}", options);
    }

    private List<FamilyPattern> Patterns(YamlNode value)
    {
        var patterns = new List<FamilyPattern>();
        if (value is not YamlSequenceNode list)
            return Wrong(value, "this takes a list, each with name, user or cgroup: \"- name: uwsgi\"", patterns);
        foreach (var item in list.Children)
            if (item is YamlMappingNode { Children.Count: > 0 } map)
                patterns.Add(Pattern(map.Children));
            else
                Wrong(item, "this takes name, user or cgroup: \"- name: uwsgi\"", 0);
        return patterns;
    }

    private FamilyPattern Pattern(IEnumerable<KeyValuePair<YamlNode, YamlNode>> map)
    {
        var parts = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (key, part) in map)
            if (key is not YamlScalarNode { Value: { } name } || !PatternKeys.Contains(name))
                Wrong(key, Unknown("a server is told by name, user or cgroup, not", (key as YamlScalarNode)?.Value ?? "", PatternKeys), 0);
            else if (part is not YamlScalarNode { Value: { Length: > 0 } text })
                Wrong(part, $"{name} takes a word; * stands for any letters", 0);
            else if (name == "cgroup" && text[0] is not ('/' or '*'))
                Wrong(part, $"a cgroup's name begins with /: \"*/{text}\" is one of that name anywhere", 0);
            else
                parts[name] = text;
        return new FamilyPattern(parts.GetValueOrDefault("name"), parts.GetValueOrDefault("user"), parts.GetValueOrDefault("cgroup"));
    }

    /// <summary>Each with whom it is of, its settings, and whether it acts.</summary>
    private List<GuardStanza> GuardList(YamlNode value)
    {
        var guards = new List<GuardStanza>();
        if (value is not YamlSequenceNode list)
            return Wrong(value, "this takes a list, each with a server and a limit: \"- name: uwsgi\", below it \"private-limit: 400M\"", guards);
        foreach (var item in list.Children)
        {
            if (item is not YamlMappingNode { Children.Count: > 0 } map)
            {
                Wrong(item, "a guard has a server and a limit: \"name: uwsgi\", below it \"private-limit: 400M\"", 0);
                continue;
            }
            var (ofGuard, ofServer) = (map.Children.Where(one => IsOfGuard(one.Key)).ToList(), map.Children.Where(one => !IsOfGuard(one.Key)).ToList());
            if (ofServer.Count == 0)
                Wrong(item, "a guard has a server: \"name: uwsgi\"", 0);
            var before = _errors.Count;
            var guard = ofGuard.Aggregate(new GuardStanza { Of = Pattern(ofServer) }, Set);
            if (_errors.Count == before && GuardSetting.Wrong(guard) is { } wrong)
                Wrong(item, wrong, 0);
            guards.Add(guard);
        }
        return guards;
    }

    private static bool IsOfGuard(YamlNode key) => key is YamlScalarNode { Value: { } name } && !PatternKeys.Contains(name);

    private GuardStanza Set(GuardStanza guard, KeyValuePair<YamlNode, YamlNode> one)
    {
        var (name, text) = (((YamlScalarNode)one.Key).Value!, (one.Value as YamlScalarNode)?.Value ?? "");
        if (name == GuardSetting.Act)
            return GuardSetting.Truth(text) is { } acts ? guard with { Acts = acts } : Wrong(one.Value, $"{name} takes yes or no", guard);
        if (GuardSetting.All.FirstOrDefault(setting => setting.Name == name) is not { } known)
            return Wrong(
                one.Key, Unknown("a guard has no", name, [.. PatternKeys, .. GuardSetting.All.Select(setting => setting.Name), GuardSetting.Act]), guard);
        return known.Apply(guard, text) ?? Wrong(one.Value, $"{name} {known.Takes}", guard);
    }

    private static string Unknown(string what, string name, IReadOnlyCollection<string> known) =>
        $"{what} '{name}'" + (NearName.Of(name, known) is { } near ? $": '{near}'?" : $"; there are {string.Join(", ", known)}");

    private T Wrong<T>(YamlNode at, string what, T instead) => Wrong(at.Start.Line, what, instead);

    private T Wrong<T>(long line, string what, T instead)
    {
        _errors.Add((line, what));
        return instead;
    }
}
