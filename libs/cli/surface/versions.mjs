import readChangesets from '@changesets/read';
import { ROOT } from '../paths.mjs';

/**
 * Whether the versions of the libraries keep up with their surfaces.
 *
 * @typedef {'major' | 'minor' | 'patch'} Part
 * @typedef {import('./record.mjs').Change} Change
 */

/** @type {Part[]} */
const PARTS = ['major', 'minor', 'patch'];

/**
 * The least part of a version that a change raises (semver 2.0.0; before 1.0.0, a minor version may break).
 * @param {string} version
 * @param {Change} change
 * @returns {Part | undefined}
 */
function partToRaise(version, change) {
  if (change === 'none') return undefined;
  if (version.startsWith('0.')) return change === 'breaking' ? 'minor' : 'patch';
  return change === 'breaking' ? 'major' : 'minor';
}

/** @param {string} from @param {string} to @returns {Part | undefined} */
function raisedPart(from, to) {
  const old = from.split('.').map(Number);
  const current = to.split('.').map(Number);
  const place = PARTS.findIndex((_, at) => old[at] !== current[at]);
  return (current[place] ?? 0) > (old[place] ?? 0) ? PARTS[place] : undefined;
}

/** @param {(string | undefined)[]} raised @param {Part} needed */
const isEnough = (raised, needed) =>
  PARTS.slice(0, PARTS.indexOf(needed) + 1).some((part) => raised.includes(part));

/**
 * A sentence for a library whose surface changed more than its version does: by a changeset, or by the version itself
 * once `npm run libs:version` has raised it. And for one that a changeset would declare stable by mistake.
 * @param {string} name of the package
 * @param {string} before the version that the change counts from
 * @param {string} version
 * @param {Change} change
 * @param {Part[]} planned what changesets raise of it
 * @returns {string | undefined}
 */
export function versionProblem(name, before, version, change, planned) {
  if (before.startsWith('0.') && planned.includes('major'))
    return `A changeset would raise ${name} from ${before} to 1.0.0: before 1.0.0 a breaking change takes a minor version. Write minor in the changeset.`;
  const needed = partToRaise(before, change);
  if (!needed || isEnough([...planned, raisedPart(before, version)], needed)) return undefined;
  const found =
    planned.length > 0 ? `the changesets raise ${planned.join(', ')} only` : 'no changeset raises it';
  return `${name} has a ${change} change since ${before}, which takes a ${needed} version, and ${found}: run npx changeset, choose ${name} and ${needed}.`;
}

/** The version raises of the changesets. @returns {Promise<{ name: string, part: Part }[]>} */
export async function plannedRaises() {
  const changesets = await readChangesets(ROOT);
  return changesets.flatMap(({ releases }) =>
    releases.flatMap(({ name, type }) => (type === 'none' ? [] : [{ name, part: type }])),
  );
}
