import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Logger } from '@nestjs/common';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketAddress } from '../config';
import { Failure } from './failure';

/** Within the pace that an upload must keep meanwhile, see `bodyPatience`; in milliseconds. */
const sendPatience = 30_000;
const answerPatience = 10_000;

const nothing = createHash('sha256').digest('hex');

interface Sent {
  method: 'GET' | 'PUT' | 'DELETE';
  /** After the bucket's address. */
  path: string;
  content?: {
    stream: Readable;
    /** Bytes. */
    size: number;
    sha256: Buffer;
  };
}

/** An S3-compatible bucket of the bank's own, addressed by path, every request signed (Signature Version 4). */
export class Bucket {
  private readonly logger = new Logger('Bucket');

  constructor(private readonly address: BucketAddress) {}

  /** An answer of 2xx, or 404 to a reader. @throws Failure UNAVAILABLE for every other, and when there is none in time. */
  async send({ method, path, content }: Sent): Promise<Response> {
    const signed = await new AwsV4Signer({
      ...{ ...this.address, method, url: this.address.url + path, service: 's3' },
      headers: { 'X-Amz-Content-Sha256': content?.sha256.toString('hex') ?? nothing },
    }).sign();
    if (content) signed.headers.set('Content-Length', String(content.size));
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), content ? sendPatience : answerPatience);
    try {
      const answer = await fetch(signed.url, {
        ...{ method, headers: signed.headers, signal: late.signal, redirect: 'error' },
        ...(content && {
          body: Readable.toWeb(content.stream) as ReadableStream,
          duplex: 'half',
        }),
      });
      if (answer.ok || (answer.status === 404 && method === 'GET')) return answer;
      await discard(answer);
      throw new Error(`answered ${answer.status}`);
    } catch (error) {
      const { message, cause } = error as Error;
      this.logger.error(`bucket, ${method}: ${cause instanceof Error ? cause.message : message}`);
      throw new Failure('UNAVAILABLE', { retryAfterSeconds: 10 });
    } finally {
      clearTimeout(timer);
      content?.stream.destroy();
    }
  }
}

/** An answer that nobody reads would hold its connection. */
export const discard = (answer: Response): Promise<void> => answer.body?.cancel() ?? Promise.resolve();
