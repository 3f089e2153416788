import { Readable } from 'node:stream';
import { contentDigest } from '@bank/contracts/rails/signature';
import { Database } from '../../platform/database/database';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { Clock } from '../../platform/time/clock.service';
import { SepaFilesService } from './sepa-files.service';

const content = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><a/></Document>';
const digest = contentDigest(content);
const sha256 = Buffer.from(digest.slice('sha-256=:'.length, -1), 'base64');

/** The files that are left when storing that one arrived fails so. */
async function leftAfter(failure: Error): Promise<Set<string>> {
  const kept = new Set<string>();
  const documents = {
    keep: () => Promise.resolve(kept.add('one') && { file: 'one', size: content.length, sha256 }),
    read: () => Promise.resolve(Readable.from([Buffer.from(content)])),
    remove: (files: string[]) => Promise.resolve(files.forEach((file) => kept.delete(file))),
  } as unknown as DocumentStorageService;
  const database = {
    row: () => Promise.resolve(undefined),
    transaction: () => Promise.reject(failure),
  } as unknown as Database;
  const files = new SepaFilesService(database, documents, new Clock());
  files.listen({ statement: () => Promise.resolve({ messageId: 'STMT-1' }) });
  await expect(files.receive(Readable.from([Buffer.from(content)]), digest)).rejects.toBe(failure);
  return kept;
}

it('keeps a file whose commit was cut off, since it may have succeeded', async () => {
  const lost = Object.assign(new Error('the connection is lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
  expect([...(await leftAfter(lost))]).toEqual(['one']);
});

it('keeps no file that could not be stored', async () => {
  expect([...(await leftAfter(new Error('refused')))]).toEqual([]);
});
