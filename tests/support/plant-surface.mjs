import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { isBundled } from '../../libs/cli/shared-modules.mjs';
import { describeLibraries } from '../../libs/cli/surface/describe-libraries.mjs';
import { entriesOf, surfaceProgram } from '../../libs/cli/surface/program.mjs';
import { nextRecord } from '../../libs/cli/surface/record.mjs';

/**
 * Plants changes in the sources of the shared libraries, each separately and in memory, and prints what builds would
 * state before and after: `node plant-surface.mjs <plants.json>`, of { module, file, edits: [from, to][] }.
 */
const plants = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8'));
const base = surfaceProgram();
const modules = new Set(plants.map(({ module }) => module));
const before = recordsOf(base, (module) => modules.has(module));

function recordsOf(program, isWanted, older) {
  return Object.fromEntries(
    Object.entries(describeLibraries(program, isWanted)).map(([library, { version, ...described }]) => {
      const known = older?.[library];
      const exports = Object.entries(known?.exports ?? {}).filter(([name]) =>
        isWanted(moduleOf(library, name)),
      );
      const old = known && { ...known, exports: Object.fromEntries(exports) };
      return [library, nextRecord(library, version, described, old).record];
    }),
  );
}

function moduleOf(library, name) {
  return `@bank/${library}/${name.split('#')[0]}`;
}

/** By export of one module: its tokens, the current one first. */
function tokensOf(records, module) {
  const [, library, entry] = module.split('/');
  return Object.fromEntries(
    Object.entries(records[library].exports)
      .filter(([name, { tokens }]) => tokens && name.startsWith(`${entry}#`))
      .map(([name, { tokens }]) => [name.split('#')[1], tokens]),
  );
}

/** By export of one module: the text of its `@deprecated`. */
function deprecatedIn(records, module) {
  const [, library, entry] = module.split('/');
  return Object.fromEntries(
    Object.entries(records[library].exports)
      .filter(([name, { deprecated }]) => deprecated !== undefined && name.startsWith(`${entry}#`))
      .map(([name, { deprecated }]) => [name.split('#')[1], deprecated]),
  );
}

/** The source of a module, or a path. @param {string} name */
function sourceOf(name) {
  const [scope, library, wanted] = name.split('/');
  if (scope !== '@bank') return path.resolve(name);
  return entriesOf(library).find(([entry]) => entry === wanted)?.[1] ?? name;
}

/** The text after the edits; undefined if the source no longer contains the replaced text. */
function editedText(source, edits) {
  let text = fs.readFileSync(source, 'utf8');
  for (const [from, to] of edits) {
    if (!text.includes(from)) return undefined;
    text = text.replace(from, to);
  }
  return text;
}

const results = plants.map(({ module, file, edits }) => {
  if (isBundled(module)) return { problem: `${module} is no shared module` };
  const source = sourceOf(file);
  const text = editedText(source, edits);
  if (text === undefined) return { problem: `${source} has changed: plant something else` };
  const program = surfaceProgram({ edited: new Map([[source, text]]), previous: base });
  const after = recordsOf(program, (name) => name === module, before);
  return {
    before: tokensOf(before, module),
    after: tokensOf(after, module),
    deprecated: deprecatedIn(after, module),
  };
});
process.stdout.write(JSON.stringify(results));
