import { loader } from '../cli/webpack-loader.mjs';

export default loader(import.meta.url, { kilobytes: 3 });
