import { loader } from '../../webpack.shared.js';

export default loader(import.meta.url, { kilobytes: 3 });
