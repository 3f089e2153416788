import { frame, remote } from '../../webpack.shared.js';

export default [remote(import.meta.url), frame(import.meta.url, { exchange: 85, pay: 81 })];
