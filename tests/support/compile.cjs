const swc = require('@swc/jest');

/** The syntax of ES modules, which no CommonJS file contains. */
const moduleSyntax = /^\s*(import|export)\b|\bimport\(/m;

/** Compiles with swc what needs it; of packages, which are most of the loaded files, only ES modules. */
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
