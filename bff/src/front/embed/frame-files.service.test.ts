import { FrameFilesService } from './frame-files.service';

const release = (version: string, files: string[]) => ({
  row: { remote: 'talk', version },
  release: { name: 'talk', version },
  build: { files, frames: { widgets: {}, files: {} } },
});

function filesWith(earlier: jest.Mock) {
  const state = { remotes: [release('2', ['new.js'])], canaries: [release('3', ['tried.js'])] };
  const none = { isHere: async () => false };
  const stored = {
    isHere: async () => true,
    folderOf: (remote: string, version: string) => `${remote}/${version}`,
  };
  const service = new FrameFilesService(
    { remotesDir: '/none' } as never,
    none as never,
    {} as never,
    { current: async () => state, open: earlier } as never,
    stored as never,
  );
  return (remote: string, file: string) => service.folderWith(remote, file);
}

it('finds a file in the live release or the canary, else in an earlier one', async () => {
  const folderWith = filesWith(jest.fn(async () => [release('1', ['old.js'])]));
  expect(await folderWith('talk', 'new.js')).toBe('talk/2');
  expect(await folderWith('talk', 'tried.js')).toBe('talk/3');
  expect(await folderWith('talk', 'old.js')).toBe('talk/1');
  expect(await folderWith('talk', 'other.js')).toBeUndefined();
});

it('looks up no earlier releases of remotes that do not exist, however many are named', async () => {
  const earlier = jest.fn(async () => []);
  const folderWith = filesWith(earlier);
  for (let count = 0; count < 50; count += 1)
    expect(await folderWith(`made-up-${count}`, 'a.js')).toBeUndefined();
  expect(earlier).not.toHaveBeenCalled();
});
