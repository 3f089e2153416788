import type { Bucket } from '../files/bucket';
import { BucketStore } from './bucket-store';

it('lets go of the answer about a document that is gone', async () => {
  const answer = new Response('<Code>NoSuchKey</Code>', { status: 404 });
  const store = new BucketStore({ send: () => Promise.resolve(answer) } as unknown as Bucket);
  await expect(store.read('a')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(answer.bodyUsed).toBe(true);
});
