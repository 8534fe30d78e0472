#!/usr/bin/env node
// What the one file is made of: eng/sbom.mjs FOLDER LIB VERSION writes FOLDER.spdx.json (SPDX 2.2), and the licences of what ships to FOLDER/LICENCES.
// FOLDER is what is packed, LIB the published program in it. The packages are found by Microsoft's sbom-tool (.config/dotnet-tools.json), which gives
// them in any order and with a number of its own each time: here they are put in order, so that the same commit gives the same bytes.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder, lib, version] = process.argv.slice(2);
const json = path => JSON.parse(readFileSync(path, "utf8"));
const run = (words, options = {}) => execFileSync("dotnet", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], ...options });

// Nothing of the program has a licence that is not here.
const elsewhere = {
    "SourceGear.sqlite3": "blessing", // SQLite itself, in the public domain: https://spdx.org/licenses/blessing.html
};
const byHand = [
    ["lowtide", version, "MIT"],
    ["glibc, in the front and the guard", "of the machine that built it", "LGPL-2.1-or-later"],
];

/** The scripts in the report's page: esbuild, TypeScript and axe-core make and test it and do not ship. */
function ofThePage() {
    return Object.entries(json(join(root, "src/report-page/package-lock.json")).packages)
        .filter(([path, entry]) => path !== "" && !entry.dev)
        .map(([path, entry]) => [path.replace(/^.*node_modules\//, ""), entry.version, entry.license]);
}

/** What lies in lib/: the runtime among it. */
function ofTheProgram() {
    const packages = process.env.NUGET_PACKAGES ?? join(homedir(), ".nuget/packages");
    return Object.entries(json(join(lib, "lowtide-program.deps.json")).libraries)
        .filter(([, library]) => library.type !== "project")
        .map(([id, library]) => {
            const [name, its] = id.replace(/^runtimepack\./, "").split("/");
            if (library.type === "runtimepack")
                return [name, its, "MIT"]; // its own third parties: THIRD-PARTY-NOTICES.TXT of dotnet/runtime
            const spec = readFileSync(join(packages, name.toLowerCase(), its, `${name.toLowerCase()}.nuspec`), "utf8");
            return [name, its, elsewhere[name] ?? /<license type="expression">([^<]+)</.exec(spec)?.[1]];
        });
}

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

const ships = [...byHand, ...ofThePage(), ...ofTheProgram()].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
const unknown = ships.filter(([, , licence]) => !licence).map(([name]) => name);
if (unknown.length > 0) {
    console.error(`eng/sbom.mjs: no licence is known of ${unknown.join(", ")}: look it up, and add it here`);
    process.exit(1);
}
const width = index => Math.max(...ships.map(row => row[index].length));
writeFileSync(join(folder, "LICENCES"), ships.map(row => `${row[0].padEnd(width(0))}  ${row[1].padEnd(width(1))}  ${row[2]}\n`).join(""));

const document = bill();
const licences = new Map(ships.map(([name, its, licence]) => [`${name} ${its}`, licence]));
for (const found of document.packages) {
    found.hasFiles?.sort();
    if (found.SPDXID === "SPDXRef-RootPackage")
        found.externalRefs = []; // a random number each time
    if (found.licenseDeclared === "NOASSERTION")
        found.licenseDeclared = licences.get(`${found.name} ${found.versionInfo}`) ?? "NOASSERTION";
}
const key = each => each.SPDXID ?? `${each.spdxElementId} ${each.relatedSpdxElement}`;
for (const list of [document.files, document.packages, document.relationships])
    list.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
writeFileSync(`${folder}.spdx.json`, `${JSON.stringify(document, null, 1)}\n`);
