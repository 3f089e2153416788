import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { LIBRARIES_DIR } from './paths.mjs';

/**
 * Compiles our sources by swc.
 * @param {{ development: boolean, decorators?: boolean, minify?: boolean }} options
 */
export function script({ development, decorators = false, minify = false }) {
  return {
    test: /\.[cm]?tsx?$/,
    exclude: /node_modules/,
    loader: 'swc-loader',
    options: {
      minify,
      jsc: {
        target: 'es2022',
        ...(minify && { minify: { compress: true, mangle: true } }),
        parser: { syntax: 'typescript', tsx: !decorators, decorators },
        transform: decorators
          ? { legacyDecorator: true, decoratorMetadata: true }
          : { react: { runtime: 'automatic', development, refresh: development } },
        keepClassNames: decorators,
      },
    },
  };
}

/** The folder of the scripts that the server's documents contain: browsers get the text of these functions. */
const inlineScripts = /[\\/]inline-scripts[\\/]/;

/**
 * Compiles the server's sources; inline scripts as small as they can be.
 * @param {{ development: boolean, decorators: boolean }} options
 */
export const serverScript = ({ development, decorators }) => ({
  // Nothing is refreshed in a running program.
  oneOf: [
    { ...script({ development: false, minify: !development }), include: inlineScripts },
    script({ development: false, decorators }),
  ],
});

/** @param {string} salt makes class names unique to a build */
export const classNames = (salt) => ({
  auto: /\.module\.css$/,
  namedExport: false,
  exportLocalsConvention: 'as-is',
  localIdentName: '[local]-[hash:base64:6]',
  // One hash for all names of a file: repeated ones compress, and every first script has hundreds.
  hashStrategy: 'minimal-subset',
  // Paths from here are the same where the libraries are installed as packages.
  localIdentContext: LIBRARIES_DIR,
  localIdentHashSalt: salt,
});

/**
 * Extracts style sheets into files.
 * @param {string} salt makes class names unique to a build
 */
export const styles = (salt) => ({
  test: /\.css$/,
  use: [
    MiniCssExtractPlugin.loader,
    {
      loader: 'css-loader',
      // Part of a cached module's name: with another salt it is another module.
      ident: `css-${salt}`,
      options: { modules: classNames(salt) },
    },
  ],
});
