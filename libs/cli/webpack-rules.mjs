import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { LIBRARIES_DIR } from './paths.mjs';

/** Compiles our sources by swc. @param {{ development: boolean, decorators?: boolean }} options */
export function script({ development, decorators = false }) {
  return {
    test: /\.[cm]?tsx?$/,
    exclude: /node_modules/,
    loader: 'swc-loader',
    options: {
      sourceMaps: true,
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: !decorators, decorators },
        transform: decorators
          ? { legacyDecorator: true, decoratorMetadata: true }
          : { react: { runtime: 'automatic', development, refresh: development } },
        keepClassNames: decorators,
      },
    },
  };
}

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
      options: {
        modules: {
          auto: /\.module\.css$/,
          namedExport: false,
          exportLocalsConvention: 'as-is',
          localIdentName: '[local]-[hash:base64:6]',
          // Paths from here are the same where the libraries are installed as packages.
          localIdentContext: LIBRARIES_DIR,
          localIdentHashSalt: salt,
        },
      },
    },
  ],
});
