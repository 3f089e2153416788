import { Injectable } from '@nestjs/common';
import { FairQueue } from '../tasks/fair-queue';
import type { DocumentMediaType } from './document-type';
import { PdfReader } from './pdf-reader';

/** More than phone cameras have; larger pictures are decompression bombs. */
const maxPixels = 50_000_000;
const deadlineSeconds = 10;
/** The number of files of a form. */
const maxWaiting = 10;

/** Checks, in bounded time and memory, that uploaded files can be opened. */
@Injectable()
export class DocumentInspector {
  private readonly queue = new FairQueue(1, maxWaiting);
  private readonly pdf = new PdfReader();

  /** Whether a person's file at a path opens. @throws ApiException TOO_MANY_REQUESTS when too many of theirs wait. */
  opens(person: number, path: string, mediaType: DocumentMediaType): Promise<boolean> {
    return this.queue.run(person, () =>
      mediaType === 'application/pdf' ? this.pdf.opens(path) : isPicture(path),
    );
  }
}

/** Decodes the whole picture sequentially; truncated pictures are accepted, since they still show something. */
async function isPicture(path: string): Promise<boolean> {
  // Loaded with the first picture: a server starts sooner without it.
  const { default: sharp } = await import('sharp');
  try {
    await sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
      .timeout({ seconds: deadlineSeconds })
      .resize({ width: 16, height: 16, fit: 'inside' })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}
