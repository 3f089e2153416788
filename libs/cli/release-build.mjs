import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { compile } from './compile.mjs';
import { CACHE_DIR } from './paths.mjs';
import { CliError } from './progress.mjs';
import { MAPS } from './webpack-source-maps.mjs';

/**
 * @typedef {object} ReleaseBuild
 * @property {any} manifest the built `remote.json` or `host.json`
 * @property {string[]} files
 * @property {{ script: string, file: string }[]} maps the source maps of scripts, which no browser gets
 * @property {(name: string) => string} pathOf a file
 * @property {number} firstLoadBytes of the scripts of a first paint, gzip
 */

const LANGUAGES = ['fr', 'en'];
const IS_FILE = /\.(html|(js|css|svg|png|woff2)(\.br|\.gz)?)$/;

/**
 * Builds one remote or shell and reads the result. Not into its `dist`, which a server that runs from this folder publishes.
 * @param {string} source its folder
 * @returns {Promise<ReleaseBuild>}
 */
export async function buildRelease(source) {
  const folder = path.join(CACHE_DIR, 'releases', path.basename(source));
  const errors = await compile(path.join(source, 'webpack.config.js'), (configurations) =>
    configurations.map((configuration) => ({
      ...configuration,
      output: { ...configuration.output, path: path.join(folder, belowOf(configuration.name)) },
    })),
  );
  if (errors) throw new CliError(errors);
  const manifest = readJson(path.join(folder, isShell(source) ? 'host.json' : 'remote.json'));
  const paths = new Map(
    [folder, path.join(folder, WORKERS), path.join(folder, FRAMES)]
      .filter((place) => fs.existsSync(place))
      .flatMap((place) =>
        fs
          .readdirSync(place)
          .filter((file) => IS_FILE.test(file))
          .map((file) => [file, path.join(place, file)]),
      ),
  );
  const pathOf = (/** @type {string} */ file) => paths.get(file) ?? path.join(folder, file);
  const firstLoad = new Set(manifest.scripts ?? [manifest.entry, ...manifest.preload.scripts]);
  const maps = [...paths.keys()]
    .filter((file) => file.endsWith('.js'))
    .map((script) => ({ script, file: path.join(path.dirname(pathOf(script)), MAPS, `${script}.map`) }))
    .filter(({ file }) => fs.existsSync(file));
  const firstLoadBytes = [...firstLoad]
    .map((file) => gzipSync(fs.readFileSync(pathOf(file)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
  return { manifest, files: [...paths.keys()], pathOf, maps, firstLoadBytes };
}

/** The folder of a shell's workers and that of a remote's frames, below its build. */
const [WORKERS, FRAMES] = ['worker', 'frame'];

/** The folder of one configuration's files, below that of the build. @param {string} [name] */
const belowOf = (name = '') => [WORKERS, FRAMES].find((folder) => name.endsWith(`-${folder}`)) ?? '';

/** Whether a folder is a shell's: its package names the slots that it draws. @param {string} source */
export function isShell(source) {
  const file = path.join(source, 'package.json');
  return (
    fs.existsSync(file) &&
    Array.isArray(readJson(file).slots) &&
    !fs.existsSync(path.join(source, 'remote.json'))
  );
}

/**
 * Checks that every text of a remote or a shell exists in both languages.
 * @param {string} source its folder
 */
export function checkTexts(source) {
  const folder = path.join(source, 'locales');
  const groups = new Set(fs.readdirSync(folder).map((file) => file.replace(/(^|\.)(fr|en)\.json$/, '')));
  const problems = [...groups].flatMap((group) => missingTexts(folder, group));
  return {
    check: 'texts',
    passed: problems.length === 0,
    sentence: problems.join(' ') || 'Every text is there in French and in English.',
  };
}

/**
 * @param {string} folder
 * @param {string} group
 */
function missingTexts(folder, group) {
  const fileOf = (/** @type {string} */ language) => `${group ? `${group}.` : ''}${language}.json`;
  const texts = LANGUAGES.map((language) => {
    const file = path.join(folder, fileOf(language));
    return { language, keys: fs.existsSync(file) ? readJson(file) : {} };
  });
  const known = new Set(texts.flatMap(({ keys }) => Object.keys(keys)));
  return texts.flatMap(({ language, keys }) =>
    [...known]
      .filter((key) => !keys[key]?.trim())
      .map((key) => `locales/${fileOf(language)} has no text "${key}": add it.`),
  );
}

const readJson = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(file, 'utf8'));
