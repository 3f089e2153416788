/** @jest-environment jsdom */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { entries } from './faq/questions';
import { screens } from './links';

const remotes = path.resolve(__dirname, '../..');

/** Every path declared by a remote of this repository. */
const declared = readdirSync(remotes)
  .map((name) => path.join(remotes, name, 'remote.json'))
  .filter((file) => existsSync(file))
  .flatMap((file) => {
    const { routes, nav } = JSON.parse(readFileSync(file, 'utf8')) as {
      routes: { path: string; aliases?: string[] }[];
      nav: { path: string }[];
    };
    return [
      ...routes.flatMap((route) => [route.path, ...(route.aliases ?? [])]),
      ...nav.map((entry) => entry.path),
    ];
  });

it.each(Object.values(screens))('%s exists', (target) => {
  const [page, question] = target.split('#');
  if (page === '/faq' && question) expect(entries.map(({ id }) => id)).toContain(question);
  else expect(declared).toContain(target);
});
