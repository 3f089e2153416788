import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { BucketAddress } from '../config/bucket-address';
import { Bucket } from './bucket';

it('is away where a request cannot be signed, and the content is let go of', async () => {
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  const bucket = new Bucket({ url: 'no address' } as BucketAddress);
  const stream = Readable.from([Buffer.from('a')]);
  const content = { stream, size: 1, sha256: Buffer.alloc(32) };
  await expect(bucket.send({ method: 'PUT', path: '/a', content })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(stream.destroyed).toBe(true);
});
