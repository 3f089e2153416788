const swc = require('@swc/jest');

/** What no file in CommonJS says at the beginning of a line, or calls. */
const moduleSyntax = /^\s*(import|export)\b|\bimport\(/m;

/** Compiles with swc what needs it: of the packages, which are most of what a test loads, the ES modules alone. */
module.exports = {
  createTransformer(options) {
    const compiler = swc.createTransformer(options);
    return {
      ...compiler,
      process: (source, file, context) =>
        file.includes('/node_modules/') && !moduleSyntax.test(source)
          ? { code: source }
          : compiler.process(source, file, context),
    };
  },
};
