#!/usr/bin/env node
// What the one file or the image is made of: eng/sbom.mjs FOLDER VERSION [PACKAGE...] writes FOLDER.spdx.json (SPDX 2.2) about what is packed from FOLDER, to
// which each PACKAGE of Debian gave files. The others are found by Microsoft's sbom-tool (.config/dotnet-tools.json), which gives them in any order and with a
// number of its own each time: here they are put in order, so that the same commit gives the same bytes. Their licences are eng/licences.mjs's.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromDebian, ships } from "./licences.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder, version, ...debian] = process.argv.slice(2);
const json = path => JSON.parse(readFileSync(path, "utf8"));
const run = (words, options = {}) => execFileSync("dotnet", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], ...options });

function bill() {
    const time = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString().replace(/\.\d+Z$/, "Z");
    const made = mkdtempSync(join(tmpdir(), "lowtide-sbom-"));
    try {
        run(["tool", "restore", "--verbosity", "quiet"]);
        run(["sbom-tool", "generate", "-b", folder, "-bc", join(root, "src"), "-m", made, "-pn", "lowtide", "-pv", version, "-ps", "The Lowtide developers",
            "-nsb", "https://lowtide.invalid", "-nsu", version, "-gt", time, "-pm", "true", "-V", "Error"]);
        return json(join(made, "_manifest/spdx_2.2/manifest.spdx.json"));
    } finally {
        rmSync(made, { recursive: true });
    }
}

/** The tool that makes the bill knows nothing of Debian's. */
const inBill = ([name, its, licence]) => ({
    name,
    SPDXID: `SPDXRef-Debian-${name.replace(/[^A-Za-z0-9.-]/g, "-")}`,
    downloadLocation: "NOASSERTION",
    filesAnalyzed: false,
    licenseConcluded: "NOASSERTION",
    licenseDeclared: licence,
    copyrightText: "NOASSERTION",
    versionInfo: its,
    externalRefs: [{
        referenceCategory: "PACKAGE-MANAGER",
        referenceType: "purl",
        referenceLocator: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(its)}?arch=amd64`,
    }],
    supplier: "Organization: Debian",
});

const document = bill();
const licences = new Map(ships(version).map(([name, its, licence]) => [`${name} ${its}`, licence]));
for (const found of document.packages) {
    found.hasFiles?.sort();
    if (found.SPDXID === "SPDXRef-RootPackage")
        found.externalRefs = []; // a random number each time
    if (found.licenseDeclared === "NOASSERTION")
        found.licenseDeclared = licences.get(`${found.name} ${found.versionInfo}`) ?? "NOASSERTION";
}
for (const each of fromDebian(debian).map(inBill)) {
    document.packages.push(each);
    document.relationships.push({ relationshipType: "DEPENDS_ON", spdxElementId: "SPDXRef-RootPackage", relatedSpdxElement: each.SPDXID });
}
const key = each => each.SPDXID ?? `${each.spdxElementId} ${each.relatedSpdxElement}`;
for (const list of [document.files, document.packages, document.relationships])
    list.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
writeFileSync(`${folder}.spdx.json`, `${JSON.stringify(document, null, 1)}\n`);
