import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectStore } from './object-store';

it('keeps nothing of an object that cannot be stored in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'objects-'));
  try {
    const store = objectStore({ folder });
    await store.put('anchors/one', Buffer.from('1'));
    await mkdir(join(folder, 'anchors/two/three'), { recursive: true });
    await expect(store.put('anchors/two', Buffer.from('2'))).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['anchors']);
    expect((await store.get('anchors/one'))?.toString()).toBe('1');
  } finally {
    await rm(folder, { recursive: true });
  }
});
