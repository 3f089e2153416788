import { host, worker } from '../../webpack.shared.js';

export default [host(import.meta.url), worker(import.meta.url)];
