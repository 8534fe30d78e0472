using Lowtide.Capture.Watching;

namespace Lowtide.Tests.Pure.Watching;

public sealed class FamilyLabelsTests
{
    [Fact]
    public void Two_of_one_name_are_told_apart_and_keep_their_labels()
    {
        var (labels, held) = (new FamilyLabels(), new HashSet<string>());
        Assert.Equal(["gunicorn", "gunicorn-2"], new[] { "shop", "blog" }.Select(one => Taken(one)));
        // Both end; the second is started first.
        held.Clear();
        Assert.Equal("gunicorn-2", Taken("blog"));
        Assert.Equal("gunicorn", Taken("shop"));

        string Taken(string identity)
        {
            var label = labels.Of("gunicorn", identity, held.Contains);
            held.Add(label);
            return label;
        }
    }

    [Fact]
    public void A_thousand_servers_one_after_the_other_need_one_label()
    {
        var labels = new FamilyLabels();
        Assert.All(Enumerable.Range(0, 1000), number => Assert.Equal("worker", labels.Of("worker", $"job {number}", _ => false)));
    }

    [Theory]
    [InlineData("ruby3.1", "ruby3.1")]
    [InlineData("a\"b{c}\n\u001b[2J", "a_b_c____2J")]
    [InlineData("", "_")]
    [InlineData("é<script>", "__script_")]
    public void Nothing_but_letters_of_names_is_in_one(string name, string label) =>
        Assert.Equal(label, new FamilyLabels().Of(name, "any", _ => false));

    [Fact]
    public void A_long_name_is_cut() => Assert.Equal(40, new FamilyLabels().Of(new string('x', 5000), "any", _ => false).Length);
}
