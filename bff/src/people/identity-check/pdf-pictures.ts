import { getDocument, ImageKind, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { openPicture, type GreyPicture } from './grey-picture';

const maxPixels = 50_000_000;
const pagesRead = 2;
/** A smaller picture is a logo. */
const leastSide = 400;

interface PdfImage {
  width: number;
  height: number;
  kind: number;
  data?: Uint8ClampedArray;
}

/**
 * The largest picture of each of the first pages of a scanned document. What is drawn otherwise is not read.
 * @throws Error for what is no PDF, or asks for a password.
 */
export async function picturesOfPdf(file: Buffer): Promise<GreyPicture[]> {
  const task = getDocument({
    data: new Uint8Array(file),
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    maxImageSize: maxPixels,
    stopAtErrors: true,
  });
  try {
    const pdf = await task.promise;
    const pictures: GreyPicture[] = [];
    for (let number = 1; number <= Math.min(pagesRead, pdf.numPages); number += 1) {
      const largest = await largestOf(await pdf.getPage(number));
      if (largest) pictures.push(largest);
    }
    return pictures;
  } finally {
    await task.destroy();
  }
}

async function largestOf(page: PDFPageProxy): Promise<GreyPicture | undefined> {
  const { fnArray, argsArray } = await page.getOperatorList();
  let largest: PdfImage | undefined;
  for (const [at, operator] of fnArray.entries()) {
    if (operator !== OPS.paintImageXObject) continue;
    const [name = ''] = argsArray[at] as [string?];
    const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
    const image = objects.get(name) as PdfImage | null;
    if (image?.data && image.width * image.height > (largest ? largest.width * largest.height : 0))
      largest = image;
  }
  if (!largest?.data || Math.min(largest.width, largest.height) < leastSide) return undefined;
  const channels =
    largest.kind === ImageKind.RGBA_32BPP ? 4 : largest.kind === ImageKind.RGB_24BPP ? 3 : undefined;
  if (!channels) return undefined;
  const { width, height, data } = largest;
  // As a file, so that it is prepared as every other picture.
  return openPicture(
    await sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 0 }).toBuffer(),
  );
}
