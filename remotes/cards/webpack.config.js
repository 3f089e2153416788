import { remote } from '../../webpack.shared.js';

export default remote(import.meta.url);
