import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * A thread that opens PDF files as a reader does, away from the calls: it is sent a path, and answers whether the file
 * opens without a password, has a page, and holds no program.
 */
parentPort?.on('message', (path: string) => {
  void opens(path)
    .catch(() => false)
    .then((answer) => parentPort?.postMessage(answer));
});

async function opens(path: string): Promise<boolean> {
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
  });
  try {
    const document = await task.promise;
    await (await document.getPage(1)).getOperatorList();
    return !(await document.hasJSActions());
  } finally {
    await task.destroy();
  }
}
