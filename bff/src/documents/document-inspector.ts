import { Injectable } from '@nestjs/common';
import sharp from 'sharp';
import { FairQueue } from '../common/fair-queue';
import type { DocumentMediaType } from './document-type';
import { PdfReader } from './pdf-reader';

/** Above what phones take; a picture that is larger when unpacked is made to fill a memory. */
const mostPixels = 50_000_000;
const deadlineSeconds = 10;
/** As many files as a form has. */
const mostWaiting = 10;

/** Opens what people send as the reviewer will, in bounded time and memory: a file that nobody can read is no document. */
@Injectable()
export class DocumentInspector {
  private readonly queue = new FairQueue(1, mostWaiting);
  private readonly pdf = new PdfReader();

  /** Whether a person's file at a path opens. @throws Failure TOO_MANY_REQUESTS when too many of theirs wait. */
  opens(person: number, path: string, mediaType: DocumentMediaType): Promise<boolean> {
    return this.queue.run(person, () =>
      mediaType === 'application/pdf' ? this.pdf.opens(path) : isPicture(path),
    );
  }
}

/** All of it is decoded, piece by piece, and nothing kept. A picture that is only cut short still shows something. */
async function isPicture(path: string): Promise<boolean> {
  try {
    await sharp(path, { limitInputPixels: mostPixels, sequentialRead: true, failOn: 'error' })
      .timeout({ seconds: deadlineSeconds })
      .resize({ width: 16, height: 16, fit: 'inside' })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}
