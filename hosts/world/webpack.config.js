import { server } from '../../webpack.shared.js';

export const program = { entries: { main: 'src/main.ts' } };

export default server(import.meta.url, program);
