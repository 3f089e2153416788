import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const server = path.join(__dirname, '../../bff');
const read = (file: string) => readFileSync(path.join(server, file), 'utf8');
const sources = readdirSync(path.join(server, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file))
  .map((file) => read(path.join('src', file)))
  .join('\n');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

it('starts only threads and processes that are built beside the server', () => {
  const started = matches(sources, /\bprogramFile\('([^']+)'\)/g);
  const built = matches(read('webpack.config.js'), /^ {4}'?([\w-]+)'?: 'src\//gm);
  expect(started).toHaveLength(4);
  expect(built).toEqual(expect.arrayContaining(started));
});

it('finds them from whatever folder the server is started', () => {
  const fromDist = /((?:Worker|fork|resolve)\('[^')]*dist\/[^')]*')/g;
  expect(matches("new Worker('./dist/pdf-worker.js')", fromDist)).toHaveLength(1);
  expect(matches(sources, fromDist)).toEqual([]);
  expect(sources).not.toMatch(/= '(?:bff\/)?dist\//);
});
