import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Database } from '../../platform/database/database';
import type { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { Clock } from '../../platform/time/clock.service';
import { StatementFilesService } from './statement-files.service';

it('closes the stored file of a download that ends before it begins', async () => {
  const stored = Readable.from([Buffer.from('abc')]);
  const sha256 = createHash('sha256').update('abc').digest();
  const files = new StatementFilesService(
    { row: () => Promise.resolve({ file: 'f', size: 3, sha256 }) } as unknown as Database,
    { read: () => Promise.resolve(stored) } as unknown as DocumentStorageService,
    ...([undefined, undefined] as never[] as [never, never]),
    new Clock(),
  );
  const { content } = await files.open({ id: 1 } as never, 'csv', 'fr');
  content.destroy();
  await once(content, 'close');
  expect(stored.destroyed).toBe(true);
});
