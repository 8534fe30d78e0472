using System.Diagnostics;
using Lowtide.Analysis.Growth;

namespace Lowtide.Tests.Pure.Growth;

public sealed class GrowthWordsTests
{
    [Fact]
    public void Every_course_has_words_of_its_own()
    {
        var courses = Enum.GetValues<GrowthShape>().Where(shape => shape != GrowthShape.TooEarly).ToList();
        Assert.Equal(courses.Count, courses.Select(GrowthWords.Verb).Distinct().Count());
        Assert.Equal(courses.Count, courses.Select(GrowthWords.Guess).Distinct().Count());
    }

    [Fact]
    public void What_is_no_course_has_none()
    {
        Assert.Throws<UnreachableException>(() => GrowthWords.Verb(GrowthShape.TooEarly));
        Assert.Throws<UnreachableException>(() => GrowthWords.Guess(GrowthShape.TooEarly));
    }
}
