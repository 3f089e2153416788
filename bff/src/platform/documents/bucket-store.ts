import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Bucket, discard } from '../files/bucket';
import { ApiException } from '../errors/api-exception';
import { isDocumentName, type DocumentStore, type Draft, type StoredFile } from './document-store';

const folder = 'documents/';

/** Documents in a private S3-compatible bucket. A draft is streamed from disk, so that no file is whole in memory. */
export class BucketStore implements DocumentStore {
  constructor(private readonly bucket: Bucket) {}

  async store(name: string, draft: Draft): Promise<void> {
    const { size, sha256 } = draft;
    const content = { stream: createReadStream(draft.path), size, sha256 };
    await this.bucket.send({ method: 'PUT', path: `/${folder}${name}`, content }).then(discard);
  }

  async read(name: string): Promise<Readable> {
    const response = await this.bucket.send({ method: 'GET', path: `/${folder}${name}` });
    if (response.ok && response.body) return Readable.fromWeb(response.body as ReadableStream);
    await discard(response);
    throw new ApiException('NOT_FOUND');
  }

  async remove(name: string): Promise<void> {
    await this.bucket.send({ method: 'DELETE', path: `/${folder}${name}` }).then(discard);
  }

  async *storedBefore(moment: Date): AsyncIterable<StoredFile[]> {
    for await (const page of this.bucket.list(folder)) {
      yield page
        .map(({ key, modified }) => ({ name: key.slice(folder.length), modified }))
        .filter(({ name, modified }) => isDocumentName(name) && modified < moment);
    }
  }
}
