// Writes the dashboards: write.js FOLDER
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { family } from "./family.js";
import { fleet } from "./fleet.js";
import { host } from "./host.js";

const folder = process.argv[2] ?? ".";
for (const [name, board] of Object.entries({ fleet, host, family }))
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(board.build(), null, 2)}\n`);
