import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Logger } from '@nestjs/common';
import { AwsV4Signer } from 'aws4fetch';
import { Failure } from '../common/failure';
import type { BucketAddress } from '../config';
import { isDocumentName, type DocumentStore, type Draft } from './document-store';

/** Within the pace that an upload must keep meanwhile, see `bodyPatience`; in milliseconds. */
const sendPatience = 30_000;
const answerPatience = 10_000;

const folder = 'documents/';
const nothing = createHash('sha256').digest('hex');

interface Sent {
  method: 'GET' | 'PUT' | 'DELETE';
  /** After the bucket's address. */
  path: string;
  draft?: Draft;
}

/**
 * Keeps documents in an S3-compatible bucket of the bank's own, addressed by path and never made public. A draft
 * streams from the disk, its digest signed with it, so that a file is never whole in memory.
 */
export class BucketStore implements DocumentStore {
  private readonly logger = new Logger('Documents');

  constructor(private readonly bucket: BucketAddress) {}

  async keep(name: string, draft: Draft): Promise<void> {
    await this.send({ method: 'PUT', path: `/${folder}${name}`, draft }).then(discard);
  }

  async read(name: string): Promise<Readable> {
    const { status, body } = await this.send({ method: 'GET', path: `/${folder}${name}` });
    if (status === 404 || !body) throw new Failure('NOT_FOUND');
    return Readable.fromWeb(body as ReadableStream);
  }

  async remove(name: string): Promise<void> {
    await this.send({ method: 'DELETE', path: `/${folder}${name}` }).then(discard);
  }

  async *keptBefore(moment: Date): AsyncIterable<string[]> {
    for (let next: string | undefined = ''; next !== undefined;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: folder });
      if (next) query.set('continuation-token', next);
      const page = await (await this.send({ method: 'GET', path: `?${query.toString()}` })).text();
      yield listed(page)
        .filter(({ name, modified }) => isDocumentName(name) && modified < moment)
        .map(({ name }) => name);
      next = /<NextContinuationToken>(.*?)<\/NextContinuationToken>/s.exec(page)?.[1];
    }
  }

  /** An answer of 2xx, or 404. @throws Failure UNAVAILABLE for every other, and when there is none in time. */
  private async send({ method, path, draft }: Sent): Promise<Response> {
    const signed = await new AwsV4Signer({
      ...{ ...this.bucket, method, url: this.bucket.url + path, service: 's3' },
      headers: { 'X-Amz-Content-Sha256': draft?.sha256.toString('hex') ?? nothing },
    }).sign();
    if (draft) signed.headers.set('Content-Length', String(draft.size));
    const content = draft && createReadStream(draft.path);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), draft ? sendPatience : answerPatience);
    try {
      const answer = await fetch(signed.url, {
        ...{ method, headers: signed.headers, signal: late.signal, redirect: 'error' },
        ...(content && { body: Readable.toWeb(content) as ReadableStream, duplex: 'half' }),
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
      content?.destroy();
    }
  }
}

/** An answer that nobody reads would hold its connection. */
const discard = (answer: Response): Promise<void> => answer.body?.cancel() ?? Promise.resolve();

/** What a page of a listing names (ListObjectsV2); our names need no unescaping. */
const listed = (page: string) =>
  [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    name: (/<Key>(.*?)<\/Key>/.exec(entry)?.[1] ?? '').slice(folder.length),
    modified: new Date(/<LastModified>(.*?)<\/LastModified>/.exec(entry)?.[1] ?? ''),
  }));
