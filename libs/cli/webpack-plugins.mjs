import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { hashOfInputs } from './inputs.mjs';
import { ROOT } from './paths.mjs';
import { FEDERATION, federationVersion, isInside, isLate } from './shared-modules.mjs';
import { librariesHash } from './webpack-prerender.mjs';
import { federationToken } from './surface/tokens.mjs';
import {
  collectUses,
  deprecations,
  libraryVersions,
  offeredSurface,
  usedSurface,
} from './webpack-surface.mjs';

const { Compilation, sources, runtime } = webpack;

/** The name of the chunk with the exposed module of a remote. */
export const exposedChunk = 'remote';

/** The name of a shell's chunk that pages load which the browser draws: libs/client/http/load-queries.ts. */
const insideChunk = 'inside';

/** The folder of a remote's frames, below its build. */
const FRAMES = 'frame';

/**
 * The global function of a shell (libs/client/remotes/file-integrity.ts) or of a frame's document (inline-scripts/frame-watch.ts
 * of the bff) that returns the hash that a file must have.
 */
const integrityFunction = 'bankIntegrity';

/** An integrity value that no file has, as in `@bank/contracts/integrity`; the package of this recipe has no contracts. */
const unmatchable = `sha256-${'A'.repeat(43)}=`;

/**
 * Makes the browser check each script and style that a build loads later against its hash. A file without a known hash is
 * refused, since a tag without integrity would run. Not for a dev server, whose files change.
 */
export class IntegrityPlugin {
  /** @param {{ otherwise?: string }} [options] the hash in a document without that function; by default one that no file has */
  constructor({ otherwise = unmatchable } = {}) {
    this.otherwise = otherwise;
  }

  apply(compiler) {
    const expectedHash = (address) =>
      `(typeof ${integrityFunction} === "function" ? ${integrityFunction}(${address}) : ${JSON.stringify(this.otherwise)})`;
    const checked = (tag, address) =>
      `${tag}.integrity = ${expectedHash(address)};\n${tag}.crossOrigin = "anonymous";`;
    compiler.hooks.compilation.tap('integrity', (compilation) => {
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'integrity',
        (source) => `${source}\n${checked('script', 'script.src')}`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'integrity',
        (source, { tag }) => `${source}\n${checked(tag, `${tag}.href`)}`,
      );
    });
  }
}

/**
 * Writes `host.json` beside a shell's files: its site and its version; what its document loads, in order, and what (`inside`) where
 * the page is not prerendered; the hash of each script and style (W3C SRI; none in development, where files change); and what it
 * offers to remotes: shared modules with their versions, the surface of the shared libraries, the slots that its package.json
 * names, and its frame around public pages, rendered to HTML. In development no surface is stated and nothing is rendered.
 */
export class HostManifestPlugin {
  /** @param {string} folder @param {object} shared @param {import('./webpack-prerender.mjs').PrerenderPlugin} [frame] */
  constructor(folder, shared, frame) {
    this.folder = folder;
    this.shared = shared;
    this.frame = frame;
  }

  apply(compiler) {
    emitJson(compiler, 'host.json', (compilation) => {
      const files = compilation.entrypoints.get('main').getFiles().filter(isLoaded);
      const assets = Object.keys(compilation.assets);
      const isDevelopment = compiler.options.mode === 'development';
      const { version, slots } = readJson(path.join(this.folder, 'package.json'));
      return {
        name: path.basename(this.folder),
        version: `${version}-${isDevelopment ? '0'.repeat(10) : hostBuild(compilation, this.folder)}`,
        scripts: files.filter(isScript),
        styles: files.filter(isStyle),
        inside: filesOf(compilation.namedChunks.get(insideChunk)).filter(isScript),
        fonts: assets.filter((file) => file.endsWith('.woff2')),
        icon: assets.find((file) => /^favicon\..*svg$/.test(file)),
        picture: assets.find((file) => /^link-preview\..*png$/.test(file)),
        integrity: isDevelopment ? {} : integrityOf(compilation),
        shared: { ...versionsOf(this.shared), [FEDERATION]: federationVersion() },
        libraries: isDevelopment ? {} : libraryVersions(),
        ...(!isDevelopment && { federation: federationToken(federationVersion()) }),
        surface: isDevelopment ? {} : offeredSurface(),
        deprecated: isDevelopment ? {} : deprecations(),
        slots,
        ...(this.frame && { prerendered: { libraries: librariesHash(), frames: this.frame.result } }),
      };
    });
  }
}

/**
 * Writes `remote.json` beside a remote's files: what its folder declares, with the texts of titles and labels in both
 * languages, a version derived from the content, the container that its entry registers, what its first paint loads, and
 * what it needs of the shell: shared modules with a range of versions, and the exports of the shared libraries that it
 * uses, each with the token of the form that it was built against.
 */
export class RemoteManifestPlugin {
  constructor({ folder, container, shared, pages }) {
    this.folder = folder;
    this.container = container;
    this.shared = shared;
    this.pages = pages;
  }

  apply(compiler) {
    const isDevelopment = compiler.options.mode === 'development';
    const uses = collectUses(compiler);
    emitJson(compiler, 'remote.json', (compilation) => {
      // The schema is for editors.
      const { $schema: _, ...declared } = readJson(path.join(this.folder, 'remote.json'));
      const localize = localizer(this.folder);
      const exposed = [...compilation.chunks].find(({ name }) => name === exposedChunk);
      const entry = [...compilation.entrypoints.values()].flatMap((point) => point.getFiles()).find(isScript);
      const files = filesOf(exposed);
      if (declared.hosts.includes('shell') && !isDevelopment)
        refuseLate(compilation, neededBy(exposed), declared.audience === 'public');
      return {
        ...declared,
        version: `${declared.version}-${compilation.hash.slice(0, 10)}`,
        container: this.container,
        entry,
        shared: { ...consumedBy(compilation, this.shared), [FEDERATION]: `^${federationVersion()}` },
        ...(isDevelopment ? {} : surfaceOf(uses())),
        preload: { scripts: files.filter(isScript), styles: files.filter(isStyle) },
        ...(this.pages && {
          prerendered: { libraries: librariesHash(), pages: withStyles(compilation, this.pages.result) },
        }),
        ...(isDevelopment ? {} : framesOf(compiler.outputPath, compilation)),
        routes: declared.routes.map((route) => ({
          ...route,
          title: localize(route.title),
          ...(route.description && { description: localize(route.description) }),
        })),
        nav: declared.nav.map((item) => ({ ...item, label: localize(item.label) })),
      };
    });
  }
}

/** A chunk, and those split off from it, such as a package, which are loaded with it. */
const neededBy = (chunk) => new Set([chunk, ...[...chunk.groupsIterable].flatMap(({ chunks }) => chunks)]);

const filesOf = (chunk) => [...neededBy(chunk)].flatMap(({ files }) => [...files]).filter(isLoaded);

/** The frames of widgets, built before into a folder below, and the files that only they load; nothing where there are none. */
function framesOf(outputPath, compilation) {
  const folder = path.join(outputPath, FRAMES);
  const file = path.join(folder, 'frame.json');
  if (!existsSync(file)) return {};
  const own = (name) => compilation.getAsset(name) !== undefined;
  const files = readdirSync(folder).filter((name) => (isScript(name) || isStyle(name)) && !own(name));
  return { frames: { widgets: readJson(file), files: files.sort() } };
}

/** Writes `frame.json` beside the frames' files: by widget, what its document loads, in order. */
export class FrameManifestPlugin {
  constructor(widgets) {
    this.widgets = widgets;
  }

  apply(compiler) {
    emitJson(compiler, 'frame.json', (compilation) =>
      Object.fromEntries(
        this.widgets.map((widget) => {
          const files = compilation.entrypoints.get(widget).getFiles();
          return [widget, { scripts: files.filter(isScript), styles: files.filter(isStyle) }];
        }),
      ),
    );
  }
}

/** Marks the files of a program as CommonJS modules, in a package of ES modules. */
export class CommonJsPlugin {
  apply(compiler) {
    emitJson(compiler, 'package.json', () => ({ type: 'commonjs' }));
  }
}

/** Writes `<name>.json` beside a file of partners' pages: a version derived from its content, and its integrity (W3C SRI). */
export class LoaderManifestPlugin {
  constructor(folder, name) {
    this.folder = folder;
    this.name = name;
  }

  apply(compiler) {
    emitJson(compiler, `${this.name}.json`, (compilation) => {
      const content = compilation.getAsset(`${this.name}.js`).source.buffer();
      const digest = (algorithm, encoding) => createHash(algorithm).update(content).digest(encoding);
      const { version } = readJson(path.join(this.folder, 'package.json'));
      return {
        version: `${version}-${digest('sha256', 'hex').slice(0, 10)}`,
        integrity: `sha384-${digest('sha384', 'base64')}`,
      };
    });
  }
}

/** Fails the build when the scripts of an entry exceed a number of kilobytes (1,000 bytes), gzip. */
export class WeightPlugin {
  constructor(entry, kilobytes) {
    this.entry = entry;
    this.kilobytes = kilobytes;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tap('weight', (compilation) => {
      const scripts = compilation.entrypoints.get(this.entry).getFiles().filter(isScript);
      const contents = scripts.map((file) => readFileSync(path.join(compilation.outputOptions.path, file)));
      const bytes = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
      if (bytes <= this.kilobytes * 1000) return;
      const problem = `${this.entry} weighs ${bytes} bytes gzip, more than ${this.kilobytes} KB`;
      compilation.errors.push(new webpack.WebpackError(problem));
    });
  }
}

/** Identifies a build of a shell, with the workers that another compilation makes of the same inputs. */
const hostBuild = (compilation, folder) =>
  createHash('sha256')
    .update(compilation.hash + hashOfInputs(path.relative(ROOT, folder)))
    .digest('hex')
    .slice(0, 10);

/** @param {Record<string, { version: string }>} shared */
const versionsOf = (shared) =>
  Object.fromEntries(Object.entries(shared).map(([request, { version }]) => [request, version]));

/** The surface that a remote was built against. */
const surfaceOf = (uses) => ({
  libraries: libraryVersions(),
  federation: federationToken(federationVersion()),
  surface: usedSurface(uses),
});

/** A first view that takes what its shell loads later would wait for one more file, which no weight counts. */
function refuseLate(compilation, chunks, isPublic) {
  const modules = [...chunks].flatMap((chunk) => [...compilation.chunkGraph.getChunkModulesIterable(chunk)]);
  const late = modules
    .filter(({ type }) => type === 'consume-shared-module')
    .map(({ options }) => options.shareKey)
    .filter((module) => isLate(module) || (isPublic && isInside(module)));
  if (late.length > 0)
    throw new Error(
      `a first view takes ${late.join(', ')}, which the shell loads later (shared-modules.mjs)`,
    );
}

/** Each page with the style sheets that have a class of its HTML, those of a first paint first. */
function withStyles(compilation, pages) {
  const text = (file) => compilation.getAsset(file).source.source().toString();
  const sheets = Object.keys(compilation.assets).filter(isStyle);
  const isFirst = (file) => [...compilation.namedChunks.get(exposedChunk).files].includes(file);
  sheets.sort((left, right) => Number(isFirst(right)) - Number(isFirst(left)));
  const classes = (css) => new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
  const isOf = (file, html) =>
    [...html.matchAll(/class="([^"]*)"/g)].some(([, names]) =>
      names.split(' ').some((name) => classes(text(file)).has(name)),
    );
  const styled = Object.fromEntries(
    Object.entries(pages).map(([page, files]) => {
      const html = Object.values(files).flatMap(Object.values).map(text).join('');
      const styles = sheets.filter((file) => isOf(file, html));
      return [page, { styles, files }];
    }),
  );
  if (sheets.length > 0 && Object.values(styled).every(({ styles }) => styles.length === 0))
    throw new Error('the prerendered pages have the class names of another build');
  return styled;
}

/** Each module that a build takes from its shell, and the range of versions that it accepts. */
function consumedBy(compilation, shared) {
  const consumed = [...compilation.modules].filter(({ type }) => type === 'consume-shared-module');
  const names = [...new Set(consumed.map(({ options }) => options.shareKey))].sort();
  return Object.fromEntries(names.map((name) => [name, shared[name].requiredVersion]));
}

function integrityOf(compilation) {
  const files = compilation.getAssets().filter(({ name }) => isScript(name) || isStyle(name));
  const digest = (content) => createHash('sha256').update(content).digest('base64');
  return Object.fromEntries(files.map(({ name, source }) => [name, `sha256-${digest(source.buffer())}`]));
}

function emitJson(compiler, name, content) {
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compilation.hooks.processAssets.tap({ name, stage }, () => {
      if (compilation.errors.length > 0) return;
      try {
        const json = JSON.stringify(content(compilation), null, 2);
        compilation.emitAsset(name, new sources.RawSource(`${json}\n`));
      } catch (error) {
        compilation.errors.push(new webpack.WebpackError(`${name}: ${error.message}`));
      }
    });
  });
}

function localizer(folder) {
  const folderOfTexts = path.join(folder, 'locales');
  const texts = ['fr', 'en'].map((language) => [
    language,
    Object.assign(
      {},
      ...readdirSync(folderOfTexts)
        .filter((file) => file === `${language}.json` || file.endsWith(`.${language}.json`))
        .map((file) => readJson(path.join(folderOfTexts, file))),
    ),
  ]);
  return (key) =>
    Object.fromEntries(
      texts.map(([language, keys]) => {
        if (!keys[key])
          throw new Error(`locales/${language}.json has no text "${key}", which remote.json names`);
        return [language, keys[key]];
      }),
    );
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const isScript = (file) => file.endsWith('.js');
const isStyle = (file) => file.endsWith('.css');
const isLoaded = (file) => !file.includes('.hot-update.');
