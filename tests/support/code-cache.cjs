const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

/**
 * Loaded before a built program (`node --require`): reuses the code that V8 compiled in an earlier process of the same run,
 * which halves the start of a server. V8 itself refuses what another version or other options have compiled.
 */

/** When most of what a server runs has been compiled, ms. */
const COMPILED_AFTER_MS = 8_000;

const folder = process.env.CODE_CACHE_DIR;
const isProgram = (/** @type {string} */ file) => path.basename(path.dirname(file)) === 'dist';

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, filename) {
  if (!folder || !isProgram(filename)) return compile.call(this, source, filename);
  const cacheFile = fileOf(filename);
  const cachedData = fs.existsSync(cacheFile) ? fs.readFileSync(cacheFile) : undefined;
  const script = new vm.Script(Module.wrap(source), {
    filename,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (!cachedData || script.cachedDataRejected) keepLater(script, cacheFile);
  const require = Module.createRequire(filename);
  const run = script.runInThisContext();
  return run.call(this.exports, this.exports, require, this, filename, path.dirname(filename));
};

/**
 * V8 compares only the length of the source, so the name contains when the file was built. Each program runs other functions of the
 * files that it shares.
 */
function fileOf(/** @type {string} */ filename) {
  const { mtimeMs, size } = fs.statSync(filename);
  const started = path.basename(process.argv[1] ?? '');
  const program = path.relative(process.cwd(), filename).replaceAll(path.sep, '-');
  return path.join(folder, `${started}-${program}-${Math.round(mtimeMs)}-${size}.code`);
}

/** What this process has compiled itself, by the file that keeps it. @type {Map<string, vm.Script>} */
const unkept = new Map();

function keepLater(/** @type {vm.Script} */ script, /** @type {string} */ cacheFile) {
  if (unkept.size === 0) {
    setTimeout(keep, COMPILED_AFTER_MS).unref();
    process.once('exit', keep);
  }
  unkept.set(cacheFile, script);
}

function keep() {
  for (const [cacheFile, script] of unkept) {
    unkept.delete(cacheFile);
    if (fs.existsSync(cacheFile)) continue;
    // Whole for others at once: several programs start at a time.
    const draft = `${cacheFile}.${process.pid}`;
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(draft, script.createCachedData());
    fs.renameSync(draft, cacheFile);
  }
}
