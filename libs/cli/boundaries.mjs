import path from 'node:path';
import process from 'node:process';
import { cruise } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTypescript from 'dependency-cruiser/config-utl/extract-ts-config';

/**
 * Checks the imports below a folder against .dependency-cruiser.cjs. By the API, since the command refuses Node 20.
 *
 * @param {string} root the folder that has bff, hosts, libs and remotes
 * @param {string} rules
 * @returns {Promise<{ modules: number, violations: string[] }>}
 */
async function boundaries(root, rules) {
  const { forbidden, options } = await extractConfig(rules);
  const folders = ['bff', 'hosts', 'libs', 'remotes'];
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden, options } },
    { ...options.enhancedResolveOptions, extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    { tsConfig: extractTypescript(path.join(path.dirname(rules), options.tsConfig.fileName)) },
  );
  const { violations, totalCruised } = output.summary;
  return {
    modules: totalCruised,
    violations: violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}

const root = path.resolve(process.argv[2] ?? '.');
const { modules, violations } = await boundaries(
  root,
  path.resolve(import.meta.dirname, '../../.dependency-cruiser.cjs'),
);
for (const violation of violations) console.log(violation);
console.log(`${violations.length} violations among ${modules} files`);
process.exitCode = violations.length > 0 ? 1 : 0;
