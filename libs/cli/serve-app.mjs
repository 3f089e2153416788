import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { portProblem } from './machine.mjs';

/** @param {number} from */
export async function freePort(from) {
  let port = from;
  while (await portProblem(port)) port += 1;
  return port;
}

/**
 * Serves one app from memory and returns its address after the first build.
 * @param {string} name
 * @param {any} configuration
 * @param {number} port
 */
export async function serve(name, configuration, port) {
  const compiler = webpack(configuration);
  const firstBuild = new Promise((resolve) => compiler.hooks.done.tap('dev', resolve));
  compiler.hooks.done.tap('dev', (stats) => report(name, stats));
  await new WebpackDevServer(configuration.devServer, compiler).start();
  await firstBuild;
  return `http://localhost:${port}`;
}

/**
 * Prints how a build went.
 * @param {string} name
 * @param {import('webpack').Stats} stats
 */
export function report(name, stats) {
  if (stats.hasErrors())
    console.error(`${name}:\n${stats.toString({ preset: 'errors-only', colors: true })}`);
  else console.log(`      ${name}: built (${((stats.endTime - stats.startTime) / 1000).toFixed(1)} s)`);
}
