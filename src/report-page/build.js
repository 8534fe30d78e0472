// Makes the page that 'lowtide report' fills in: one HTML file with its script and style inside. build.js OUTPUT
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const output = process.argv[2] ?? "page.html";
const here = (file) => new URL(file, import.meta.url).pathname;

const bundled = await build({
  entryPoints: [here("src/main.ts")],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  logLevel: "warning",
});
const script = bundled.outputFiles[0].text.trim();
// An inline script ends at the first of these, wherever it stands.
if (/<\/script|<!--/i.test(script)) throw new Error("the bundle holds what would end its script element");

const parts = {
  SCRIPT: script,
  SCRIPT_HASH: `sha256-${createHash("sha256").update(script).digest("base64")}`,
  STYLE: readFileSync(here("src/page.css"), "utf8"),
};
const page = readFileSync(here("src/page.html"), "utf8").replace(/\{\{(SCRIPT|SCRIPT_HASH|STYLE)\}\}/g, (_, name) => parts[name]);
writeFileSync(output, page);
