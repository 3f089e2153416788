import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePackages } from './packages/make.mjs';
import { publish } from './packages/publish.mjs';
import { ROOT } from './paths.mjs';
import { run, supervise } from './processes.mjs';
import { CliError } from './progress.mjs';

/**
 * `npm run packages` makes the packages for teams outside this repository, in `.cache/packages` or the folder of `--into`;
 * `-- --publish` publishes those whose version the registry of `@bank` does not have yet. See remotes/README.md, _A
 * repository of its own_.
 */

async function packages() {
  const { values } = parseArgs({ options: { publish: { type: 'boolean' }, into: { type: 'string' } } });
  const registry = values.publish ? await registryOfBank() : undefined;
  for (const made of await makePackages(values.into)) {
    const outcome = registry ? await publish(made, registry) : path.relative(ROOT, made.folder);
    console.log(`${made.name} ${made.version}: ${outcome}`);
  }
  return 0;
}

/** Without a registry of its own a scope is published for all the world. */
async function registryOfBank() {
  const { stdout } = await run('npm', 'npm', ['config', 'get', '@bank:registry'], { cwd: ROOT });
  const registry = stdout.trim();
  if (URL.canParse(registry)) return registry;
  throw new CliError(
    'Name the private registry first: npm config set @bank:registry https://registry.bank.example/',
  );
}

void supervise(packages);
