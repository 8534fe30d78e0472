namespace Lowtide.Reports;

/// <summary>JSON lines: a lowtide/ps/1 document a look, each on a line of its own.</summary>
internal sealed class PsWatchDocuments : IPsWatcher
{
    public void Show(PsLook look) => JsonDocuments.WriteLine(PsDocument.Of(look), JsonDocuments.Default.PsDocument);
}
