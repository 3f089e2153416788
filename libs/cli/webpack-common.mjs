import path from 'node:path';
import { fileURLToPath } from 'node:url';
import CompressionPlugin from 'compression-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import { ROOT } from './paths.mjs';

/** The parts that the build recipes share. */

/** @param {string} configUrl the URL of a `webpack.config.js` */
export const folderOf = (configUrl) => path.dirname(fileURLToPath(configUrl));

/** @param {string} name @param {{ development: boolean, port?: number, recipe: string }} options `recipe`: URL of its file */
export const common = (name, { development, port, recipe }) => ({
  name,
  mode: development ? 'development' : 'production',
  // Those of production are apart: webpack-source-maps.mjs.
  devtool: development && 'cheap-module-source-map',
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
  cache: {
    type: 'filesystem',
    cacheDirectory: path.join(ROOT, '.cache/webpack'),
    name: `${name}-${development ? 'development' : 'production'}`,
    buildDependencies: { config: [fileURLToPath(recipe)] },
  },
  performance: false,
  stats: 'errors-warnings',
  infrastructureLogging: { level: 'error' },
  ...(development && { devServer: devServer(port) }),
});

/** @param {number | undefined} port */
const devServer = (port) => ({
  port,
  host: 'localhost',
  hot: true,
  static: false,
  allowedHosts: 'all',
  headers: { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false },
  devMiddleware: { writeToDisk: (/** @type {string} */ file) => file.endsWith('.json') },
});

/** Brotli and gzip copies are made at build time: the server compresses no file. */
export const precompressed = () =>
  ['brotliCompress', 'gzip'].map(
    (algorithm) =>
      new CompressionPlugin({
        algorithm,
        test: /\.(js|css|svg)$/,
        filename: algorithm === 'gzip' ? '[path][base].gz' : '[path][base].br',
        threshold: 512,
      }),
  );

/** In the process of the build: a worker would load the minifier again for each target, for a few files. */
export const smallCss = () => new CssMinimizerPlugin({ parallel: false });

/**
 * Both minifiers in turn: slower, and a kilobyte smaller, for what every page of a shell or a partner loads.
 * @param {object} options
 */
export const smallest = (options = {}) =>
  new TerserPlugin({
    minify: [TerserPlugin.swcMinify, TerserPlugin.terserMinify],
    extractComments: false,
    // Starting workers costs more than they save on two or three files.
    parallel: false,
    terserOptions: [
      { compress: { passes: 3 }, ecma: 2022 },
      // Another pass takes half as long again, and finds no more in what the first minifier leaves.
      { ecma: 2022, ...options },
    ],
  });

/**
 * Without comments and with every character outside ASCII escaped: V8 keeps a program's source in memory, in two bytes
 * a character if one of them is not Latin. Names stay, and with them what stack traces tell.
 */
export const asciiOnly = () =>
  new TerserPlugin({
    minify: TerserPlugin.swcMinify,
    extractComments: false,
    parallel: false,
    terserOptions: { compress: false, mangle: false, format: { asciiOnly: true, comments: false } },
  });
