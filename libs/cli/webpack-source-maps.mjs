import path from 'node:path';
import webpack from 'webpack';
import { LIBRARIES_DIR, ROOT } from './paths.mjs';

/** The folder of a build with its source maps, which the server stores where no route leads (bff/src/front/releases). */
export const MAPS = 'maps';

/**
 * Source maps of the scripts beside a build, which no script names: they are for the server, which resolves the stacks that
 * browsers report. Without the text of the sources, and with paths that are the same on every machine.
 */
export const sourceMaps = () =>
  new webpack.SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: `${MAPS}/[file].map`,
    append: false,
    noSources: true,
    moduleFilenameTemplate: ({ absoluteResourcePath: file }) => nameOf(file),
    fallbackModuleFilenameTemplate: ({ absoluteResourcePath: file, hash }) => `${nameOf(file)}?${hash}`,
  });

/** @param {string} file of a module, or the name of one that webpack made */
function nameOf(file) {
  if (!path.isAbsolute(file)) return `webpack/${file.replace(/^webpack\//, '')}`;
  const own = path.relative(ROOT, file);
  if (!own.startsWith('..')) return own;
  const ofLibrary = path.relative(LIBRARIES_DIR, file);
  return ofLibrary.startsWith('..') ? `webpack/${path.basename(file)}` : `libs/${ofLibrary}`;
}
