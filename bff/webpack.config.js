import { server } from '../webpack.shared.js';

export default server(import.meta.url);
