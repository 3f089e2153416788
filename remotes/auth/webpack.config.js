import { frame, remote } from '../../webpack.shared.js';

export default [remote(import.meta.url), frame(import.meta.url, { signup: 100, 'application-status': 83 })];
