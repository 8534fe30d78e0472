#!/usr/bin/env node
// What ships and under which licence, a line each, and then the texts: eng/licences.mjs VERSION [PACKAGE...], each PACKAGE one of Debian's that ships too. The
// lock files say what, the packages' own files under which licence. eng/sbom.mjs puts the same into the bill of materials.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const json = path => JSON.parse(readFileSync(join(root, path), "utf8"));
const nuget = process.env.NUGET_PACKAGES ?? join(homedir(), ".nuget/packages");

// Of no use but to build or to test, and do not say so in their own files.
const notShipped = ["Microsoft.NET.ILLink.Tasks", "Microsoft.DotNet.ILCompiler", "runtime.linux-x64.Microsoft.DotNet.ILCompiler", "SourceGear.sqlite3"];

/** [name, version, licence, where its texts are] of a package of NuGet's. */
function ofNuget(name, version) {
    const folder = join(nuget, name.toLowerCase(), version);
    const spec = readFileSync(join(folder, `${name.toLowerCase()}.nuspec`), "utf8");
    const helps = /<developmentDependency>true</.test(spec);
    return helps ? [] : [[name, version, /<license type="expression">([^<]+)</.exec(spec)?.[1], folder, /<authors>([^<]+)</.exec(spec)?.[1]]];
}

/** The packages that the program is linked of, and .NET's runtime, which the lock file does not name: the SDK chooses it. */
function ofTheProgram() {
    const locked = Object.values(json("src/Lowtide/packages.lock.json").dependencies).flatMap(Object.entries)
        .filter(([name, entry]) => entry.type !== "Project" && !notShipped.includes(name)).map(([name, entry]) => [name, entry.resolved]);
    const runtime = Object.values(json("src/Lowtide/obj/project.assets.json").project.frameworks).flatMap(each => each.downloadDependencies)
        .filter(each => /NativeAOT|AspNetCore/.test(each.name)).map(each => [each.name, /\[([^,\]]+)/.exec(each.version)[1]]);
    return [...new Map([...locked, ...runtime])].flatMap(([name, version]) => ofNuget(name, version));
}

/** The scripts in the report's page: esbuild, TypeScript and axe-core make and test it and do not ship. */
function ofThePage() {
    return Object.entries(json("src/report-page/package-lock.json").packages)
        .filter(([path, entry]) => path !== "" && !entry.dev)
        .map(([path, entry]) => [path.replace(/^.*node_modules\//, ""), entry.version, entry.license, join(root, "src/report-page", path)]);
}

/** Linked into the program; the compiled one that NuGet brings is the tests'. Its version is that of its own header. */
function sqlite() {
    const header = readFileSync(join(root, "src/sqlite/node_modules/better-sqlite3/deps/sqlite3/sqlite3.h"), "utf8");
    return ["SQLite", /define SQLITE_VERSION +"([^"]+)"/.exec(header)[1], "blessing"]; // https://spdx.org/licenses/blessing.html
}

/** By the copyright file of each, which an image has too. */
const ofDebian = {
    "ca-certificates": "MPL-2.0 AND GPL-2.0-or-later",
    libc6: "LGPL-2.1-or-later",
    libssl3: "Apache-2.0",
};

/** What an image has of the Debian of the machine that builds it. */
export const fromDebian = names => names.map(name =>
    [name, execFileSync("dpkg-query", ["-W", "-f", "${Version}\n", name], { encoding: "utf8" }).split("\n")[0], ofDebian[name], `/usr/share/doc/${name}`]);

/** [name, version, licence, folder or nothing] of each, by name. */
export function ships(version, debian = []) {
    const glibc = ["glibc, in the front and the guard", "of the machine that built it", "LGPL-2.1-or-later", "/usr/share/doc/libc6"];
    const all = [["lowtide", version, "MIT", root], glibc, sqlite(), ...ofThePage(), ...ofTheProgram(), ...fromDebian(debian)];
    const unknown = all.filter(([, , licence]) => !licence).map(([name]) => name);
    if (unknown.length > 0)
        throw new Error(`no licence is known of ${unknown.join(", ")}: look it up, and add it here`);
    return all.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
}

/** The files of a package's that say who may do what. Where it has none, who made it, and where the text is. */
function texts([name, version, licence, folder, authors]) {
    const found = folder ? readdirSync(folder).filter(file => /^(licen[cs]e|copying|copyright|notice|third-party-notices)(\.(md|txt))?$/i.test(file)) : [];
    const body = found.map(file => readFileSync(join(folder, file), "utf8").replace(/^\uFEFF/, "").replaceAll("\r", "").trim());
    const without = licence.split(/ (?:AND|OR|WITH) /).map(id => `https://spdx.org/licenses/${id}.html`).join("\n");
    return `==== ${name} ${version}: ${licence}\n\n${body.length > 0 ? body.join("\n\n") : `${authors ? `By ${authors}. ` : ""}The text of its licence:\n${without}`}\n`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
    const rows = ships(argv[2], argv.slice(3));
    const width = index => Math.max(...rows.map(row => row[index].length));
    const table = rows.map(row => `${row[0].padEnd(width(0))}  ${row[1].padEnd(width(1))}  ${row[2]}\n`).join("");
    process.stdout.write(`${table}\n\n${rows.map(texts).join("\n\n")}`);
}
