import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { CACHE_DIR, ROOT } from '../paths.mjs';
import { run } from '../processes.mjs';
import { CliError } from '../progress.mjs';
import { librariesHash, LIBRARIES_HASH } from '../webpack-prerender.mjs';
import { bankMap, manifestSchema } from './bank-map.mjs';
import { completeSpecifiers, filesBelow, filesFrom, packagesUsedBy } from './imports.mjs';

/**
 * Makes the packages by which a team outside this repository builds and ships a remote: the shared libraries as compiled
 * modules with their types, the build recipe with `ship`, and what creates such a repository.
 *
 * @typedef {{ name: string, version: string, folder: string }} Package
 */

/** Compiled libraries, in the order of their dependencies. */
const COMPILED = ['contracts', 'i18n', 'ui', 'client'];

/** The module that teams import the recipe from, which also has the package's commands. */
const RECIPE = 'webpack-recipes.mjs';
const COMMANDS = { 'bank-dev': 'dev-remote.mjs', 'bank-ship': 'ship.mjs' };

/** The modules that the recipe substitutes for others, by their path. */
const REPLACEMENTS = ['jsx-dev-runtime.mjs', 'federation-errors.mjs', 'federation-sdk.mjs'];

/** The modules that webpack or a type check loads by name, which no import shows. */
const LOADED_BY_NAME = [
  '@module-federation/runtime',
  '@swc/core',
  'css-loader',
  'react-refresh',
  'swc-loader',
];

/** The dependencies of a new repository besides the packages. */
const TOOLS = ['@types/react', '@types/react-dom', 'react', 'typescript'];

/** The files of a library beside its modules. */
const COPIED = /\.(css|svg|woff2|md|d\.ts)$|^surface\.json$/;

/** The modules that no remote uses: the rails are for servers, fonts for shells. */
const LEFT_OUT = /^contracts\/(rails\/|database-address)|^ui\/theme\/fonts\.css$/;

/**
 * @param {string} [target] the folder that gets a folder for each package, below this repository's own packages
 * @returns {Promise<Package[]>}
 */
export async function makePackages(target = path.join(CACHE_DIR, 'packages')) {
  fs.rmSync(target, { recursive: true, force: true });
  await compileLibraries(target);
  const made = [];
  for (const library of COMPILED) made.push(await finishLibrary(target, library));
  made.push(finishCli(target));
  return [...made, finishCreator(target, made)];
}

/** @param {string} target */
async function compileLibraries(target) {
  const config = path.join(CACHE_DIR, `packages-${process.pid}.json`);
  fs.mkdirSync(CACHE_DIR, { recursive: true });
  writeJson(config, {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      target: 'es2022',
      rootDir: path.join(ROOT, 'libs'),
      outDir: target,
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
    },
    include: COMPILED.map((library) => path.join(ROOT, 'libs', library)),
    exclude: [`${ROOT}/libs/**/*.test.*`, `${ROOT}/**/node_modules`],
  });
  const compiler = path.join(ROOT, 'node_modules/typescript7/bin/tsc');
  const { code, stdout } = await run('tsc', process.execPath, [compiler, '-p', config], { cwd: ROOT });
  fs.rmSync(config, { force: true });
  if (code !== 0) throw new CliError(`The libraries cannot be compiled.\n${stdout}`);
}

/** @param {string} target @param {string} library @returns {Promise<Package>} */
async function finishLibrary(target, library) {
  const source = path.join(ROOT, 'libs', library);
  const folder = path.join(target, library);
  for (const file of filesBelow(source).filter((name) => COPIED.test(name))) copyFile(source, folder, file);
  for (const file of filesBelow(folder))
    if (LEFT_OUT.test(`${library}/${file}`)) fs.rmSync(path.join(folder, file));
  completeSpecifiers(folder);
  if (library === 'contracts') await writeBankMap(folder);
  const { name, version, exports, sideEffects, description } = packageOf(library);
  return writePackage(folder, {
    name,
    version,
    description,
    sideEffects,
    exports: library === 'contracts' ? CONTRACTS : compiledExports(library, exports),
    dependencies: {
      ...ownVersions(packagesUsedBy(folder).filter((used) => used.startsWith('@bank/') && used !== name)),
      ...installedVersions(packagesUsedBy(folder)),
    },
  });
}

const CONTRACTS = {
  './remote.schema.json': './remote.schema.json',
  './locales/*.json': './locales/*.json',
  './*': { types: './*.d.ts', default: './*.js' },
};

/** @param {string} library @param {Record<string, string>} exports */
const compiledExports = (library, exports) => ({
  ...(library === 'ui' && { './css-modules': { types: './theme/css-modules.d.ts' } }),
  ...Object.fromEntries(
    Object.entries(exports)
      .filter(([, file]) => !LEFT_OUT.test(path.join(library, file)))
      .map(([entry, file]) => {
        const base = file.replace(/\.tsx?$/, '');
        return [entry, base === file ? file : { types: `${base}.d.ts`, default: `${base}.js` }];
      }),
  ),
  './surface.json': './surface.json',
  './package.json': './package.json',
});

/** The routes and slots of the remotes in this repository. @param {string} folder */
async function writeBankMap(folder) {
  const { module, types } = bankMap();
  fs.writeFileSync(path.join(folder, 'bank-map.js'), module);
  fs.writeFileSync(path.join(folder, 'bank-map.d.ts'), types);
  const { remoteManifest } = await import(pathToFileURL(path.join(folder, 'remotes.js')).href);
  writeJson(path.join(folder, 'remote.schema.json'), manifestSchema(remoteManifest));
}

/** The files that the recipe and the commands need, as they are. @param {string} target @returns {Package} */
function finishCli(target) {
  const source = path.join(ROOT, 'libs/cli');
  const folder = path.join(target, 'cli');
  const entries = [RECIPE, ...REPLACEMENTS, ...Object.values(COMMANDS)];
  for (const file of ['README.md', 'tsconfig.remote.json', ...filesFrom(source, entries)])
    copyFile(source, folder, file);
  writeJson(path.join(folder, LIBRARIES_HASH), librariesHash());
  const { name, version, description } = packageOf('cli');
  return writePackage(folder, {
    name,
    version,
    description,
    bin: COMMANDS,
    exports: { './webpack': `./${RECIPE}`, './tsconfig': './tsconfig.remote.json' },
    dependencies: {
      ...ownVersions(COMPILED.map((library) => `@bank/${library}`)),
      ...installedVersions([...packagesUsedBy(folder), ...LOADED_BY_NAME]),
    },
  });
}

/** @param {string} target @param {Package[]} made @returns {Package} */
function finishCreator(target, made) {
  const source = path.join(ROOT, 'libs/create-remote');
  const folder = path.join(target, 'create-remote');
  for (const file of filesBelow(source).filter((each) => /\.(md|mjs)$/.test(each)))
    copyFile(source, folder, file);
  writeJson(path.join(folder, 'versions.json'), {
    ...Object.fromEntries(made.map(({ name, version }) => [name, version])),
    ...installedVersions(TOOLS),
  });
  const { name, version, description } = packageOf('create-remote');
  return writePackage(folder, { name, version, description, bin: { 'create-remote': 'create.mjs' } });
}

/** @param {string} folder @param {any} content @returns {Package} */
function writePackage(folder, { name, version, ...rest }) {
  writeJson(path.join(folder, 'package.json'), {
    name,
    version,
    type: 'module',
    license: 'UNLICENSED',
    engines: { node: '>=20.19' },
    ...rest,
  });
  return { name, version, folder };
}

/** @param {string} library @returns {any} */
const packageOf = (library) => readJson(path.join(ROOT, 'libs', library, 'package.json'));

/** Exact versions of packages that belong together. @param {string[]} names */
const ownVersions = (names) =>
  Object.fromEntries(names.map((name) => [name, packageOf(name.slice('@bank/'.length)).version]));

/** @param {string[]} names */
const installedVersions = (names) =>
  Object.fromEntries(
    names
      .filter((name) => !name.startsWith('@bank/'))
      .sort()
      .map((name) => [name, readJson(path.join(ROOT, 'node_modules', name, 'package.json')).version]),
  );

/** @param {string} source @param {string} target @param {string} file */
function copyFile(source, target, file) {
  fs.mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
  fs.copyFileSync(path.join(source, file), path.join(target, file));
}

const readJson = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** @param {string} file @param {unknown} content */
const writeJson = (file, content) => fs.writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
