import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * A worker thread that is sent the path of a PDF file and replies whether it opens without a password, has a page and
 * contains no script.
 */
parentPort?.on('message', (path: string) => {
  void opens(path)
    .catch(() => false)
    .then((isReadable) => parentPort?.postMessage(isReadable));
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
