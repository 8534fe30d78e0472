#!/usr/bin/env node
// What ships and under which licence, a line each: eng/licences.mjs VERSION [PACKAGE...], each PACKAGE one of Debian's that ships too. The lock files say
// what, the packages' own files under which licence. eng/sbom.mjs puts the same into the bill of materials.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const json = path => JSON.parse(readFileSync(join(root, path), "utf8"));

// Of no use but to build or to test, and do not say so in their own files.
const notShipped = ["Microsoft.NET.ILLink.Tasks", "Microsoft.DotNet.ILCompiler", "SourceGear.sqlite3"];

/** The scripts in the report's page: esbuild, TypeScript and axe-core make and test it and do not ship. */
function ofThePage() {
    return Object.entries(json("src/report-page/package-lock.json").packages)
        .filter(([path, entry]) => path !== "" && !entry.dev)
        .map(([path, entry]) => [path.replace(/^.*node_modules\//, ""), entry.version, entry.license]);
}

/** Linked into the program; the compiled one that NuGet brings is the tests'. Its version is that of its own header. */
function sqlite() {
    const header = readFileSync(join(root, "src/sqlite/node_modules/better-sqlite3/deps/sqlite3/sqlite3.h"), "utf8");
    return ["SQLite", /define SQLITE_VERSION +"([^"]+)"/.exec(header)[1], "blessing"]; // https://spdx.org/licenses/blessing.html
}

/** The packages that the program is linked of: all that its lock file names and that do more than help the compiler. */
function ofTheProgram() {
    const folder = process.env.NUGET_PACKAGES ?? join(homedir(), ".nuget/packages");
    const named = Object.values(json("src/Lowtide/packages.lock.json").dependencies).flatMap(Object.entries).filter(([, entry]) => entry.type !== "Project");
    return [...new Map(named)].flatMap(([name, entry]) => {
        const spec = readFileSync(join(folder, name.toLowerCase(), entry.resolved, `${name.toLowerCase()}.nuspec`), "utf8");
        if (notShipped.includes(name) || /<developmentDependency>true</.test(spec))
            return [];
        return [[name, entry.resolved, /<license type="expression">([^<]+)</.exec(spec)?.[1]]];
    });
}

/** By the copyright file of each. */
const ofDebian = {
    "ca-certificates": "MPL-2.0 AND GPL-2.0-or-later",
    libc6: "LGPL-2.1-or-later",
    libssl3: "Apache-2.0",
};

/** What an image has of the Debian of the machine that builds it. */
export const fromDebian = names => names.map(name =>
    [name, execFileSync("dpkg-query", ["-W", "-f", "${Version}\n", name], { encoding: "utf8" }).split("\n")[0], ofDebian[name]]);

/** [name, version, licence] of each, by name. */
export function ships(version, debian = []) {
    const glibc = ["glibc, in the front and the guard", "of the machine that built it", "LGPL-2.1-or-later"];
    const all = [["lowtide", version, "MIT"], glibc, sqlite(), ...ofThePage(), ...ofTheProgram(), ...fromDebian(debian)];
    const unknown = all.filter(([, , licence]) => !licence).map(([name]) => name);
    if (unknown.length > 0)
        throw new Error(`no licence is known of ${unknown.join(", ")}: look it up, and add it here`);
    return all.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
    const rows = ships(argv[2], argv.slice(3));
    const width = index => Math.max(...rows.map(row => row[index].length));
    process.stdout.write(rows.map(row => `${row[0].padEnd(width(0))}  ${row[1].padEnd(width(1))}  ${row[2]}\n`).join(""));
}
