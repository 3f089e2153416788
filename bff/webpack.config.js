import { server } from '../webpack.shared.js';

export const program = {
  entries: {
    main: 'src/main.ts',
    command: 'src/command.ts',
    // Worker threads of the server.
    'pdf-worker': 'src/pdf-worker.ts',
    'pdf-reader-worker': 'src/platform/documents/pdf-reader-worker.ts',
    'credit-files': 'src/money/receipts/credit-file-program.ts',
    // A process of the server.
    'identity-reader': 'src/people/identity-check/reader-program.ts',
  },
  decorators: true,
};

export default server(import.meta.url, program);
