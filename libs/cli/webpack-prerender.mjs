import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { hashOfFiles } from './inputs.mjs';
import { IS_PACKAGE, LIBRARIES_DIR } from './paths.mjs';
import { isBundledStyle } from './shared-modules.mjs';
import { common } from './webpack-common.mjs';
import { classNames, script } from './webpack-rules.mjs';

/**
 * Renders at build what visitors read before any script has run: a remote's public pages, and the shell's frame around them.
 * The code runs in a process of its own, never on the server.
 */

const { Compilation, sources } = webpack;
const run = promisify(execFile);

/** The salt of the class names of shared libraries: that of the shell which shows the pages. */
const SHELL = 'bank-shell';

/** Above this a page is broken rather than long. Bytes. */
const MOST = 4_000_000;

/** Beside the installed package: the hash of the sources that the packages were made of. */
export const LIBRARIES_HASH = 'libraries-hash.json';

/** The hash of all that the markup of shared components follows from: a page fits a shell with the same one. */
export const librariesHash = () =>
  IS_PACKAGE
    ? JSON.parse(readFileSync(path.join(import.meta.dirname, LIBRARIES_HASH), 'utf8'))
    : hashOfFiles(['libs/contracts', 'libs/i18n', 'libs/ui', 'libs/client']).slice(0, 16);

/**
 * @param {object} options
 * @param {string} options.name of the build
 * @param {string} options.driver the file of libs/client/host that renders, without its extension
 * @param {string} options.subject the file that the driver imports as `prerendered`
 * @param {string} options.salt of the class names of the build's own styles
 * @param {unknown} [options.input] what the driver reads as its first argument
 * @param {boolean} [options.keepsCache] for the next build
 */
export async function render({ name, driver, subject, salt, input = [], keepsCache = true }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-prerender-'));
  try {
    const configuration = recipe({ name, driver, subject, salt, folder });
    await build(keepsCache ? configuration : { ...configuration, cache: false });
    const { stdout } = await run(process.execPath, [path.join(folder, 'main.mjs'), JSON.stringify(input)], {
      maxBuffer: MOST,
    });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {Record<string, string>} options */
function recipe({ name, driver, subject, salt, folder }) {
  const base = common(`${name}-prerender`, { development: false, recipe: import.meta.url });
  return {
    ...base,
    // Nothing is loaded from elsewhere while rendering.
    resolve: {
      ...base.resolve,
      alias: { prerendered$: subject, '@module-federation/enhanced/runtime$': false },
    },
    target: 'node20',
    entry: { main: path.join(LIBRARIES_DIR, 'client/host', driver) },
    experiments: { outputModule: true },
    output: { path: folder, filename: '[name].mjs', chunkFormat: 'module', library: { type: 'module' } },
    module: {
      rules: [
        script({ development: false }),
        classNamesOnly((file) => !isShared(file), salt),
        classNamesOnly(isShared, SHELL),
        { test: /\.(woff2|svg|png)$/, type: 'asset/resource', generator: { emit: false } },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
      ],
    },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    // It runs once. The driver's first import only has an effect.
    optimization: {
      minimize: false,
      sideEffects: false,
      concatenateModules: false,
      usedExports: false,
      mangleExports: false,
      innerGraph: false,
    },
  };
}

/** @param {string} file */
const isShared = (file) => file.startsWith(`${LIBRARIES_DIR}${path.sep}`) && !isBundledStyle(file);

/** The class names of `styles` without the styles. @param {(file: string) => boolean} include @param {string} salt */
const classNamesOnly = (include, salt) => ({
  test: /\.css$/,
  include,
  use: [
    {
      loader: 'css-loader',
      ident: `names-${salt}`,
      options: { modules: { ...classNames(salt), exportOnlyLocals: true } },
    },
  ],
});

/** @param {import('webpack').Configuration} configuration @returns {Promise<void>} */
function build(configuration) {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration);
    compiler.run((error, stats) => {
      const problem = error ?? (stats?.hasErrors() ? new Error(stats.toString('errors-only')) : null);
      // Closing writes the cache for the next build.
      compiler.close(() => (problem ? reject(problem) : resolve()));
    });
  });
}

/**
 * Renders once per build and hands the result to the plugin that writes the manifest; the pages of a remote become files.
 */
export class PrerenderPlugin {
  /** @param {Parameters<typeof render>[0] & { toFiles?: boolean }} options */
  constructor({ toFiles = false, ...options }) {
    this.options = options;
    this.toFiles = toFiles;
    /** @type {any} */
    this.result = undefined;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('prerender', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: 'prerender', stage }, async () => {
        if (compilation.errors.length > 0) return;
        const rendered = await render({ ...this.options, keepsCache: compiler.options.cache !== false });
        this.result = this.toFiles ? this.emit(compilation, rendered) : rendered;
      });
    });
  }

  /**
   * @param {import('webpack').Compilation} compilation
   * @param {Record<string, Record<string, Record<string, string>>>} pages HTML by page, language and variant
   */
  emit(compilation, pages) {
    const file = (/** @type {string} */ name, /** @type {string} */ html) => {
      const hash = createHash('sha256').update(html).digest('hex').slice(0, 10);
      const fullName = `${name}.${hash}.html`;
      if (!compilation.getAsset(fullName)) compilation.emitAsset(fullName, new sources.RawSource(html));
      return fullName;
    };
    const mapValues = (/** @type {any} */ object, /** @type {(value: any, key: string) => any} */ map) =>
      Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
    return mapValues(pages, (languages, page) =>
      mapValues(languages, (variants, language) =>
        mapValues(variants, (html) => file(`${page}.${language}`, html)),
      ),
    );
  }
}
