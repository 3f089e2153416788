const path = require('node:path');
const compile = require('./compile.cjs');

const tests = path.join(__dirname, '..') + path.sep;
/** Comes before the code itself, which Jest needs where it loads a file for its own use. */
const outside =
  'if (typeof requireOutside === "function") return void (module.exports = requireOutside(__filename));';
const strict = /^(?:\s|\/\*[^]*?\*\/|\/\/.*\n)*["']use strict["']/;

/** Compiles the tests themselves; what they load of the server and of packages comes from outside. */
module.exports = {
  createTransformer(options) {
    const compiler = compile.createTransformer(options);
    const isTest = (file) => file.startsWith(tests) || file.endsWith('.test.ts');
    return {
      ...compiler,
      getCacheKey: (source, file, ...rest) => `${compiler.getCacheKey(source, file, ...rest)} outside`,
      process(source, file, ...rest) {
        const compiled = compiler.process(source, file, ...rest);
        if (isTest(file)) return compiled;
        const mode = strict.test(compiled.code) ? '"use strict";' : '';
        return { ...compiled, code: `${mode}${outside} ${compiled.code}` };
      },
    };
  },
};
