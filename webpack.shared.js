import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CompressionPlugin from 'compression-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import { hashOfInputs } from './libs/cli/inputs.mjs';
import { sharedLibraryFiles, sharedModules, versionsOf } from './libs/cli/shared-modules.mjs';
import { script, styles } from './libs/cli/webpack-rules.mjs';
import {
  exposedChunk,
  FrameManifestPlugin,
  HostManifestPlugin,
  IntegrityPlugin,
  LoaderManifestPlugin,
  RemoteManifestPlugin,
  WeightPlugin,
} from './libs/cli/webpack-plugins.mjs';

/**
 * The one build recipe. A host or remote has a one-line `webpack.config.js` that calls `host(import.meta.url)` or
 * `remote(import.meta.url)`; the bff calls `server(import.meta.url)`, the loader of the widgets `loader(import.meta.url)`.
 * A remote whose components partners may embed builds them once more, by `frame(import.meta.url, …)`.
 */

const root = path.dirname(fileURLToPath(import.meta.url));

function common(name, { development, port }) {
  return {
    name,
    mode: development ? 'development' : 'production',
    // The sources of a bank's front are nobody's reading; the server's map never leaves it.
    devtool: development ? 'cheap-module-source-map' : name === 'bff' && 'source-map',
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, '.cache/webpack'),
      name: `${name}-${development ? 'development' : 'production'}`,
      buildDependencies: { config: [fileURLToPath(import.meta.url)] },
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    ...(development && { devServer: devServer(port) }),
  };
}

const devServer = (port) => ({
  port,
  host: 'localhost',
  hot: true,
  static: false,
  allowedHosts: 'all',
  headers: { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false },
  devMiddleware: { writeToDisk: (file) => file.endsWith('.json') },
});

function browser(name, { development, folder, publicPath, build = '' }) {
  const uniqueName = `bank-${name}${build && `-${build}`}`;
  const hash = development ? '' : '.[contenthash:10]';
  return {
    target: ['web', 'es2022'],
    output: {
      path: path.join(folder, 'dist'),
      // The frame beside a remote is a build of its own.
      clean: !development && { keep: /^frame\// },
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
        new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false }),
        new CssMinimizerPlugin(),
      ],
      runtimeChunk: false,
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: `[name]${hash}.css`, chunkFilename: `[name]${hash}.css` }),
      ...(development ? [new ReactRefreshPlugin({ overlay: false }), oneJsx()] : precompressed()),
    ],
  };
}

/** A dev server's build may run in a deployed shell too, whose React has nothing of what React's development JSX calls. */
const oneJsx = () =>
  new webpack.NormalModuleReplacementPlugin(
    /^react\/jsx-dev-runtime$/,
    path.join(root, 'libs/cli/jsx-dev-runtime.mjs'),
  );

/** Brotli and gzip copies are made once here, so that the server never compresses a file. */
const precompressed = () =>
  ['brotliCompress', 'gzip'].map(
    (algorithm) =>
      new CompressionPlugin({
        algorithm,
        test: /\.(js|css|svg)$/,
        filename: algorithm === 'gzip' ? '[path][base].gz' : '[path][base].br',
        threshold: 512,
      }),
  );

const folderOf = (configUrl) => path.dirname(fileURLToPath(configUrl));
const settings = ({ development = false, port } = {}) => ({ development, port });

const federationErrors = path.join(root, 'libs/cli/federation-errors.mjs');

/** The build of a shell: everything shared is in its first script, and it knows no remote. */
export function host(configUrl, options) {
  const { development, port } = settings(options);
  const folder = folderOf(configUrl);
  const name = path.basename(folder);
  const publicPath = development && port ? `http://localhost:${port}/` : `/assets/${name}/`;
  const base = browser(name, { development, folder, publicPath });
  const shared = sharedModules({ eager: true });
  return {
    ...common(name, { development, port }),
    ...base,
    entry: { main: [...sharedLibraryFiles(), '@bank/ui/favicon.svg', path.join(folder, 'src/main.tsx')] },
    plugins: [
      ...base.plugins,
      new ModuleFederationPlugin({
        name: federationName(name),
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        shared,
        experiments: { provideExternalRuntime: true },
      }),
      ...(development ? [] : [new IntegrityPlugin()]),
      new HostManifestPlugin(folder, versionsOf(shared)),
    ],
  };
}

/** The build of a remote: `src/remote.tsx` as `./remote`, all that is shared from the host, all names this version's own. */
export function remote(configUrl, options) {
  const { development, port } = settings(options);
  const folder = folderOf(configUrl);
  const name = path.basename(folder);
  const publicPath = development && port ? `http://localhost:${port}/` : 'auto';
  const build = development ? '' : hashOfInputs(path.relative(root, folder)).slice(0, 10);
  const container = federationName(build ? `${name}-${build}` : name);
  const shared = sharedModules({ import: false, strictVersion: true });
  const base = browser(name, { development, folder, publicPath, build });
  const { resolve, ...rest } = common(name, { development, port });
  return {
    ...rest,
    ...base,
    resolve: { ...resolve, alias: { '@module-federation/error-codes$': federationErrors } },
    entry: {},
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
        // A remote loads no other remote: the code for it stays out of every entry.
        experiments: { externalRuntime: true, optimization: { disableRemote: true } },
      }),
      ...(development ? [] : [new IntegrityPlugin()]),
      new RemoteManifestPlugin({ folder, container, shared }),
    ],
  };
}

/** React, and what else changes seldom, in a file of its own. */
const framework = /node_modules\/(react|react-dom|scheduler|i18next|react-i18next)\//;

/** Both minifiers, one after the other: slower, and a kilobyte lighter where a partner's page pays for it. */
const lightest = (options = {}) =>
  new TerserPlugin({
    minify: [TerserPlugin.swcMinify, TerserPlugin.terserMinify],
    extractComments: false,
    // Two or three files: workers would start for longer than they work.
    parallel: false,
    terserOptions: [
      { compress: { passes: 3 }, ecma: 2022 },
      { compress: { passes: 2 }, ecma: 2022, ...options },
    ],
  });

/**
 * The build of a remote's components for the frames on partners' pages, without Federation: `src/frame.tsx` into
 * `dist/frame`. It fails when the scripts of the first view weigh more than `kilobytes` (gzip).
 */
export function frame(configUrl, { widget, kilobytes }) {
  const folder = folderOf(configUrl);
  const name = path.basename(folder);
  const base = browser(`${name}-frame`, { development: false, folder, publicPath: `/embed/assets/${name}/` });
  return {
    ...common(`${name}-frame`, { development: false }),
    ...base,
    output: {
      ...base.output,
      path: path.join(folder, 'dist/frame'),
      clean: true,
      // The one policy that the frame's document allows, for later parts of the script.
      trustedTypes: 'bank-frame',
    },
    entry: { frame: path.join(folder, 'src/frame.tsx') },
    optimization: {
      minimizer: [lightest(), new CssMinimizerPlugin()],
      splitChunks: { cacheGroups: { framework: { test: framework, name: 'framework', chunks: 'initial' } } },
    },
    plugins: [...base.plugins, new FrameManifestPlugin(widget), new WeightPlugin('frame', kilobytes)],
  };
}

/** The build of the one file that partners' pages load. It fails when that weighs more than `kilobytes` (gzip). */
export function loader(configUrl, { kilobytes }) {
  const folder = folderOf(configUrl);
  return {
    ...common('loader', { development: false }),
    target: ['web', 'es2022'],
    entry: { loader: path.join(folder, 'loader.ts') },
    output: { path: path.join(folder, 'dist'), filename: '[name].js', clean: true },
    module: {
      rules: [
        script({ development: false }),
        { test: /\.css$/, type: 'asset/source', loader: path.join(root, 'libs/cli/css-text.mjs') },
      ],
      generator: { json: { JSONParse: false } },
    },
    optimization: {
      // Nothing in it depends on strict mode, which a module need not ask for.
      minimizer: [lightest({ module: true })],
    },
    plugins: [new LoaderManifestPlugin(folder), new WeightPlugin('loader', kilobytes), ...precompressed()],
  };
}

/** A federation container is a global variable: `admin-users` becomes `bank_admin_users`. */
const federationName = (name) => `bank_${name.replaceAll('-', '_')}`;

/** The build of the bff: for each command one file of our sources and the packages that are dear to look for. */
export function server(configUrl, options) {
  const { development } = settings(options);
  const folder = folderOf(configUrl);
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  // What is not here comes with a bundled package, which alone knows its version, or is not installed at all.
  const kept = Object.keys(dependencies).filter((name) => !isManyFiles(name));
  const isKept = (request) => kept.some((name) => request === name || request.startsWith(`${name}/`));
  return {
    ...common('bff', { development }),
    target: 'node20',
    entry: {
      main: path.join(folder, 'src/main.ts'),
      command: path.join(folder, 'src/command.ts'),
      // What threads of the server run.
      'pdf-worker': path.join(folder, 'src/pdf-worker.ts'),
      'pdf-reader-worker': path.join(folder, 'src/documents/pdf-reader-worker.ts'),
    },
    experiments: { outputModule: true },
    externals: [
      async ({ context, request, dependencyType, getResolve }) => {
        if (!isPackage(request)) return undefined;
        const isInstalled = () => getResolve()(context, request).then(Boolean, () => false);
        if (!development && !isKept(request) && (await isInstalled())) return undefined;
        return `${dependencyType === 'commonjs' ? 'node-commonjs' : 'module-import'} ${request}`;
      },
    ],
    output: {
      path: path.join(folder, 'dist'),
      filename: '[name].js',
      chunkFormat: 'module',
      library: { type: 'module' },
      clean: !development,
    },
    module: { rules: [script({ development, decorators: true })] },
    optimization: { minimize: false },
  };
}

/** Packages of hundreds of files, which a start would look for one by one: bundled they take a third less. */
const isManyFiles = (name) => /^(@nestjs\/|nestjs-|rxjs$|zod$)/.test(name);

const isPackage = (request) => /^[a-z@]/i.test(request) && !request.startsWith('@bank/');
