import { host } from '../../webpack.shared.js';

export default host(import.meta.url);
