import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import { hashOfInputs } from './inputs.mjs';
import { ROOT } from './paths.mjs';
import { sharedModules } from './shared-modules.mjs';
import { asciiOnly, common, folderOf, precompressed, smallCss, smallest } from './webpack-common.mjs';
import { PrerenderPlugin } from './webpack-prerender.mjs';
import { providedModules } from './webpack-provided.mjs';
import { script, serverScript, styles } from './webpack-rules.mjs';
import { sourceMaps } from './webpack-source-maps.mjs';
import {
  CommonJsPlugin,
  exposedChunk,
  FrameManifestPlugin,
  HostManifestPlugin,
  IntegrityPlugin,
  RemoteManifestPlugin,
  WeightPlugin,
} from './webpack-plugins.mjs';
import { hostTokens } from './webpack-surface.mjs';

/**
 * The build recipes. A host or remote has a one-line `webpack.config.js` that calls `host(import.meta.url)` or
 * `remote(import.meta.url)`; the bff and the world call `server(import.meta.url, …)`. A remote whose components partners may
 * embed also builds `frame(import.meta.url, …)`. The recipe of the embed loader is libs/cli/webpack-loader.mjs.
 */

const recipe = import.meta.url;

function browser(name, { development, folder, publicPath, build = '' }) {
  const uniqueName = `bank-${name}${build && `-${build}`}`;
  const hash = development ? '' : '.[contenthash:8]';
  return {
    target: ['web', 'es2022'],
    output: {
      path: path.join(folder, 'dist'),
      // The frame and the worker in the same folder are separate builds.
      clean: !development && { keep: /^(frame|worker)\// },
      publicPath,
      uniqueName,
      filename: `[name]${hash}.js`,
      chunkFilename: `[name]${hash}.js`,
      assetModuleFilename: '[name].[contenthash:10][ext]',
      chunkLoadTimeout: 8_000,
    },
    module: {
      rules: [
        script({ development }),
        styles(uniqueName),
        { test: /\.(woff2|svg|png)$/, type: 'asset/resource' },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
      ],
    },
    optimization: {
      minimizer: [
        new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false, parallel: false }),
        smallCss(),
      ],
      runtimeChunk: false,
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: `[name]${hash}.css`, chunkFilename: `[name]${hash}.css` }),
      ...(development ? [new ReactRefreshPlugin({ overlay: false }), productionJsx()] : precompressed()),
    ],
  };
}

/** A development build may run in a deployed shell, whose React has no development JSX runtime. */
const productionJsx = () =>
  new webpack.NormalModuleReplacementPlugin(
    /^react\/jsx-dev-runtime$/,
    path.join(import.meta.dirname, 'jsx-dev-runtime.mjs'),
  );

/** @param {string} file of a package, by its path: its "exports" may not name it */
function installed(file) {
  return path.join(ROOT, 'node_modules', file);
}

const settings = ({ development = false, port } = {}) => ({ development, port });

/** Packages that rarely change, in a separate file for caching, and so that no single script blocks the page for long. */
const framework =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack\/(react-query|query-core))\//;

/** The shell whose public pages are rendered at build. */
const publicSite = 'shell';

/**
 * The Federation runtime once: what the plugin and our loader import by CommonJS would be a second copy beside the modules
 * that the plugin imports.
 */
const oneRuntime = {
  [installed('@module-federation/inject-external-runtime-core-plugin/dist/index.cjs')]: installed(
    '@module-federation/inject-external-runtime-core-plugin/dist/index.js',
  ),
  '@module-federation/enhanced/runtime$': installed('@module-federation/runtime/dist/index.js'),
};

/** The parts of the Federation runtime for manifests and their snapshots, which no switch of the plugin leaves out. */
const noSnapshots = Object.fromEntries(
  [
    'plugins/generate-preload-assets',
    'plugins/snapshot/SnapshotHandler',
    'plugins/snapshot/index',
    'utils/preload',
  ].map((file) => [
    installed(`@module-federation/runtime-core/dist/${file}.js`),
    path.join(import.meta.dirname, 'federation-snapshots.mjs'),
  ]),
);

const federationErrors = path.join(import.meta.dirname, 'federation-errors.mjs');

/** What webpack calls of the Federation runtime in a shell, and its errors in few words. */
const shellRuntime = {
  '@module-federation/error-codes$': federationErrors,
  [installed('@module-federation/runtime-core/dist/utils/logger.js')]: federationErrors,
  [installed('@module-federation/runtime-core/dist/utils/context.js')]: federationErrors,
  [installed('@module-federation/webpack-bundler-runtime/dist/bundler.js')]: path.join(
    import.meta.dirname,
    'federation-shell.mjs',
  ),
};

/** Builds a shell, which provides the shared modules and names no remote. */
export function host(configUrl, options) {
  const { development, port } = settings(options);
  const folder = folderOf(configUrl);
  const name = path.basename(folder);
  const publicPath = development && port ? `http://localhost:${port}/` : `/assets/${name}/`;
  const base = browser(name, { development, folder, publicPath });
  const shared = sharedModules({});
  const frame =
    !development && name === publicSite
      ? new PrerenderPlugin({
          name,
          driver: 'prerender-frame',
          subject: path.join(folder, 'src/shell-layout.tsx'),
          salt: `bank-${name}`,
        })
      : undefined;
  const { resolve, ...rest } = common(name, { development, port, recipe });
  return {
    ...rest,
    ...base,
    resolve: { ...resolve, alias: { ...oneRuntime, ...noSnapshots, ...shellRuntime } },
    optimization: {
      ...base.optimization,
      ...(!development && { minimizer: [smallest(), smallCss()] }),
      splitChunks: { cacheGroups: { framework: { test: framework, name: 'framework', chunks: 'initial' } } },
    },
    entry: { main: ['@bank/ui/favicon.svg', path.join(folder, 'src/main.ts')] },
    plugins: [
      ...base.plugins,
      // Tables of staff are of their first view.
      providedModules({ defers: !development && name === publicSite }),
      new ModuleFederationPlugin({
        name: federationName(name),
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        // Remotes are registered by the address of their entry: there is no manifest to make a snapshot of.
        experiments: {
          provideExternalRuntime: true,
          optimization: { disableSnapshot: true, target: 'web' },
        },
      }),
      ...(development
        ? []
        : [
            new IntegrityPlugin(),
            // Read by libs/client/remotes/offered-surface.ts.
            new webpack.DefinePlugin({ SHELL_SURFACE: JSON.stringify(hostTokens()) }),
            sourceMaps(),
          ]),
      ...(frame ? [frame] : []),
      new HostManifestPlugin(folder, shared, frame),
    ],
  };
}

/** Builds a remote: exposes `src/remote.tsx` as `./remote` and takes all shared modules from the host. */
export function remote(configUrl, options) {
  const { development, port } = settings(options);
  const folder = folderOf(configUrl);
  const { name, prerender = [], routes } = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8'));
  const publicPath = development && port ? `http://localhost:${port}/` : 'auto';
  // Every global name contains the build: two versions of a remote may run in one page.
  const build = development ? '' : hashOfInputs(path.relative(ROOT, folder)).slice(0, 10);
  const container = federationName(build ? `${name}-${build}` : name);
  const shared = sharedModules({ import: false, strictVersion: true });
  const base = browser(name, { development, folder, publicPath, build });
  const { resolve, ...rest } = common(name, { development, port, recipe });
  const pages =
    !development && prerender.length > 0
      ? new PrerenderPlugin({
          name,
          driver: 'prerender-pages',
          subject: path.join(folder, 'src/remote.tsx'),
          salt: base.output.uniqueName,
          input: prerender.map((page) => ({ page, path: routes.find((route) => route.page === page).path })),
          toFiles: true,
        })
      : undefined;
  return {
    ...rest,
    ...base,
    // A module that throws, as one without a shared module does, is evaluated again at the next try.
    output: { ...base.output, strictModuleExceptionHandling: true },
    resolve: {
      ...resolve,
      alias: {
        '@module-federation/error-codes$': federationErrors,
        '@module-federation/sdk$': path.join(import.meta.dirname, 'federation-sdk.mjs'),
      },
    },
    entry: {},
    // Its manifest names the files of its frames.
    ...(!development && hasFrames(folder) && { dependencies: [frameName(name)] }),
    plugins: [
      ...base.plugins,
      new ModuleFederationPlugin({
        name: container,
        filename: development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
        dts: false,
        manifest: false,
        exposes: { './remote': { import: path.join(folder, 'src/remote.tsx'), name: exposedChunk } },
        shareStrategy: 'loaded-first',
        shared,
        // A remote loads no other remote: the code for that stays out of its entry.
        experiments: { externalRuntime: true, optimization: { disableRemote: true } },
      }),
      ...(development ? [] : [new IntegrityPlugin(), sourceMaps()]),
      ...(pages ? [pages] : []),
      new RemoteManifestPlugin({ folder, container, shared, pages }),
    ],
  };
}

/**
 * Builds a remote's components for the frames on partners' pages, without Federation: `src/<widget>.frame.tsx` of each widget
 * into `dist/frame`. The build fails when the scripts of a widget's first view exceed its `kilobytes` (gzip).
 * @param {string} configUrl
 * @param {Record<string, number>} kilobytes by widget
 */
export function frame(configUrl, kilobytes) {
  const folder = folderOf(configUrl);
  const name = path.basename(folder);
  const widgets = Object.keys(kilobytes);
  const base = browser(frameName(name), { development: false, folder, publicPath: `/embed/assets/${name}/` });
  const { resolve, ...rest } = common(frameName(name), { development: false, recipe });
  return {
    ...rest,
    ...base,
    resolve: { ...resolve, alias: smallTexts },
    output: {
      ...base.output,
      path: path.join(folder, 'dist/frame'),
      clean: true,
      // Not of this remote: the framework's file has the same content in each remote's frames.
      chunkLoadingGlobal: 'bankFrameChunks',
      // The one Trusted Types policy that the frame's document allows.
      trustedTypes: 'bank-frame',
    },
    entry: Object.fromEntries(widgets.map((each) => [each, path.join(folder, `src/${each}.frame.tsx`)])),
    optimization: {
      minimizer: [smallest(), smallCss()],
      // Of one length whatever the number of modules, so that the framework's have the same ids in each remote's frames.
      moduleIds: false,
      splitChunks: { cacheGroups: { framework: { test: framework, name: 'framework', chunks: 'initial' } } },
    },
    plugins: [
      ...base.plugins,
      new webpack.ids.DeterministicModuleIdsPlugin({ maxLength: 4, fixedLength: true }),
      new FrameManifestPlugin(widgets),
      // A server of the version before writes no hashes into its documents.
      new IntegrityPlugin({ otherwise: '' }),
      sourceMaps(),
      ...widgets.map((each) => new WeightPlugin(each, kilobytes[each])),
    ],
  };
}

/** Frames have texts in two languages and need nothing else of i18next. */
const smallTexts = {
  i18next$: '@bank/frame/small-i18next',
  'react-i18next$': '@bank/frame/small-react-i18next',
};

const frameName = (/** @type {string} */ name) => `${name}-frame`;

const hasFrames = (/** @type {string} */ folder) =>
  readdirSync(path.join(folder, 'src')).some((file) => file.endsWith('.frame.tsx'));

/** The name of a container, which is a global variable: `admin-users` becomes `bank_admin_users`. */
const federationName = (name) => `bank_${name.replaceAll('-', '_')}`;

/**
 * Builds a program for Node: one file for each of `entries`, which name sources, with our sources and in production most packages.
 * `decorators` compiles those of Nest, otherwise JSX.
 */
export function server(configUrl, { entries, decorators = false, ...options }) {
  const { development } = settings(options);
  const folder = folderOf(configUrl);
  return {
    ...common(path.basename(folder), { development, recipe }),
    target: 'node20',
    entry: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(folder, file)])),
    externals: [
      async ({ context, request, getResolve }) => {
        if (!isPackage(request)) return undefined;
        // A module that is not installed is an optional dependency of a bundled package.
        const isInstalled = () => getResolve()(context, request).then(Boolean, () => false);
        if (!development && !staysOutside.test(request) && (await isInstalled())) return undefined;
        return `commonjs ${request}`;
      },
    ],
    output: {
      path: path.join(folder, 'dist'),
      filename: '[name].js',
      clean: !development,
    },
    module: { rules: [serverScript({ development, decorators })] },
    // Readable as it is: no source map is needed. What several of its programs need is compiled and kept once.
    optimization: {
      ...(development ? { minimize: false } : { minimizer: [asciiOnly()] }),
      splitChunks: { chunks: 'all', minSize: 100_000, cacheGroups: { defaultVendors: false } },
    },
    // Packages that choose one of many files when they run.
    ignoreWarnings: [/the request of a dependency is an expression/],
    plugins: [new CommonJsPlugin()],
  };
}

/** Native code, and packages that read files beside their own. All others are bundled, which makes a start a fifth shorter. */
const staysOutside =
  /^(@node-rs\/argon2|sharp|tesseract\.js|pdfjs-dist|pdfkit|fontkit|swagger-ui-dist)(\/|$)/;

const isPackage = (request) => /^[a-z@]/i.test(request) && !request.startsWith('@bank/');
