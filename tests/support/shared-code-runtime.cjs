const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/**
 * What this worker has compiled, by file. V8 keeps with a script the functions that it has compiled of it, for every context
 * that runs it.
 * @type {Map<string, { source: string, script: vm.Script }>}
 */
const compiled = new Map();

function scriptOf(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  const head = `(function (${parameters}) {`;
  const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, script });
  return script;
}

/**
 * Jest's own, which would compile each module again for each test file: a third of the work of the tests of the front. Only how
 * a module is compiled differs; each test file still evaluates its modules itself.
 */
module.exports = class SharedCodeRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      if (!context) return null;
      try {
        return scriptOf(source, filename, executor.injectedModuleParameters).runInContext(context);
      } catch {
        // Jest explains an error of syntax.
        return compile(source, filename);
      }
    };
  }
};
