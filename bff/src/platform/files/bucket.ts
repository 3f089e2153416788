import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Logger } from '@nestjs/common';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketAddress } from '../config/bucket-address';
import { ApiException } from '../errors/api-exception';

/** Deadlines in milliseconds; an upload's is within the pace of `bodyDeadlines`. */
const uploadTimeout = 30_000;
const requestTimeout = 10_000;
/** How long an object that is read whole may take to arrive. */
const contentTimeout = 60_000;

const emptyHash = createHash('sha256').digest('hex');

interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Relative to the bucket's address. */
  path: string;
  content?: {
    stream: Readable;
    /** Bytes. */
    size: number;
    sha256: Buffer;
  };
  /** Whether the content of the response is read whole, which must not take long. */
  isShort?: boolean;
}

/** An S3-compatible bucket, addressed by path; every request is signed (Signature Version 4). */
export class Bucket {
  private readonly logger = new Logger('Bucket');

  constructor(private readonly address: BucketAddress) {}

  /** A response of 2xx, or 404 to GET. @throws ApiException UNAVAILABLE for every other, and after the timeout. */
  async send({ method, path, content, isShort }: BucketRequest): Promise<Response> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), content ? uploadTimeout : requestTimeout);
    try {
      const { signal } = abort;
      const signed = await this.signed({ method, path, content });
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: isShort ? AbortSignal.any([signal, AbortSignal.timeout(contentTimeout)]) : signal,
        redirect: 'error',
        ...(content && {
          body: Readable.toWeb(content.stream) as ReadableStream & RequestInit['body'],
          duplex: 'half',
        }),
      });
      if (response.ok || (response.status === 404 && method === 'GET')) return response;
      await discard(response);
      throw new Error(`status ${response.status}`);
    } catch (error) {
      throw this.away(method, error);
    } finally {
      clearTimeout(timer);
      content?.stream.destroy();
    }
  }

  private async signed({ method, path, content }: BucketRequest) {
    const signed = await new AwsV4Signer({
      ...this.address,
      method,
      url: this.address.url + path,
      service: 's3',
      headers: { 'X-Amz-Content-Sha256': content?.sha256.toString('hex') ?? emptyHash },
    }).sign();
    if (content) signed.headers.set('Content-Length', String(content.size));
    return signed;
  }

  /** The content of an object; undefined when there is none. @throws ApiException UNAVAILABLE, also when it breaks off. */
  async get(path: string): Promise<Buffer | undefined> {
    const response = await this.send({ method: 'GET', path, isShort: true });
    if (response.ok) return this.contentOf(response);
    await discard(response);
    return undefined;
  }

  private async contentOf(response: Response): Promise<Buffer> {
    try {
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      throw this.away('GET', error);
    }
  }

  private away(method: string, error: unknown): ApiException {
    const { message, cause } = error as Error;
    this.logger.error(`bucket, ${method}: ${cause instanceof Error ? cause.message : message}`);
    return new ApiException('UNAVAILABLE', { retryAfterSeconds: 10 });
  }

  /** The objects whose keys begin with a prefix, in pages and in the order of their keys. @throws ApiException UNAVAILABLE. */
  async *list(prefix: string): AsyncGenerator<{ key: string; modified: Date }[]> {
    for (let next: string | undefined = ''; next !== undefined;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix });
      if (next) query.set('continuation-token', next);
      const response = await this.send({ method: 'GET', path: `?${query.toString()}`, isShort: true });
      const page = (await this.contentOf(response)).toString('utf8');
      yield listed(page);
      next = /<NextContinuationToken>(.*?)<\/NextContinuationToken>/s.exec(page)?.[1];
    }
  }
}

/** The entries of a page of ListObjectsV2; our names need no unescaping. */
const listed = (page: string) =>
  [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: /<Key>(.*?)<\/Key>/.exec(entry)?.[1] ?? '',
    modified: new Date(/<LastModified>(.*?)<\/LastModified>/.exec(entry)?.[1] ?? ''),
  }));

/** Cancels an unread body, which would hold the connection. */
export const discard = (response: Response): Promise<void> => response.body?.cancel() ?? Promise.resolve();
