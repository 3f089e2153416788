import { frame, remote } from '../../webpack.shared.js';

export default [remote(import.meta.url), frame(import.meta.url, { signup: 122, 'application-status': 103 })];
