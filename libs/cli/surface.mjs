import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from './paths.mjs';
import { supervise } from './processes.mjs';
import { textOf } from './surface/record.mjs';
import { makeReports } from './surface/report.mjs';
import { currentRecords } from './surface/surface.mjs';
import { plannedRaises, versionProblem } from './surface/versions.mjs';

/**
 * `npm run surface` writes what the shared libraries offer: libs/<library>/api.md for people, surface.json for builds.
 * With `--check` it writes nothing, and fails where either is out of date or a version does not keep up.
 */
async function surface() {
  const isCheck = process.argv.includes('--check');
  const reports = await makeReports();
  const planned = await plannedRaises();
  /** @type {string[]} */
  const problems = [];
  for (const { library, version, before, record, changes, sinceVersion } of currentRecords()) {
    for (const { name, change } of changes) console.log(`@bank/${library}/${name}: ${change} change`);
    const files = { 'api.md': reports[library] ?? '', 'surface.json': textOf(record) };
    for (const [name, text] of Object.entries(files)) {
      const file = path.join('libs', library, name);
      if (!isCheck) fs.writeFileSync(path.join(ROOT, file), text);
      else if (read(file) !== text) problems.push(`${file} is out of date: run npm run surface.`);
    }
    const parts = planned.filter(({ name }) => name === `@bank/${library}`).map(({ part }) => part);
    const problem = versionProblem(
      `@bank/${library}`,
      before?.version ?? version,
      version,
      sinceVersion,
      parts,
    );
    if (problem) problems.push(problem);
  }
  for (const problem of problems) console.log(problem);
  return isCheck && problems.length > 0 ? 1 : 0;
}

/** @param {string} file */
const read = (file) =>
  fs.existsSync(path.join(ROOT, file)) ? fs.readFileSync(path.join(ROOT, file), 'utf8') : '';

void supervise(surface);
