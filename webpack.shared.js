/** The build recipes, for the one-line `webpack.config.js` of each host and remote and of the bff. */
export { frame, host, remote, server } from './libs/cli/webpack-recipes.mjs';
export { worker } from './libs/cli/webpack-worker.mjs';
