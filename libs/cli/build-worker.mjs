import process from 'node:process';
import { compile } from './compile.mjs';

/**
 * A process of build.mjs: builds the recipe that each message names, and replies with its errors, or null. Webpack computes
 * in one thread, so that two targets in one process would share a core.
 */
process.on('message', (recipe) => {
  void compile(String(recipe)).then((errors) => process.send?.(errors));
});
// No later than the build itself, however that ends.
process.once('disconnect', () => process.exit());
