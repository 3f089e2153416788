import { join } from 'node:path';

/** The folder of the built server; as sources, as in tests, this file lies elsewhere beside it. */
const folder = __dirname.replace(/src[\\/]platform[\\/]tasks$/, 'dist');

/** The file of a worker thread or process of the server, by its name in `webpack.config.js`. */
export const programFile = (name: string): string => join(folder, `${name}.js`);
