import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

const styles = ['libs', 'hosts', 'remotes']
  .flatMap((folder) =>
    readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => file.endsWith('.css') && !/\/(dist|node_modules)\//.test(file));

/**
 * A reserved gutter belongs to the page's canvas: no backdrop of a dialog covers it, and it stays as a light strip beside the
 * darkened page. The scrollbar goes instead, and the page gets its width as a padding, which the backdrop does cover.
 */
describe('beside a dialog', () => {
  it('no style sheet reserves a gutter for the scrollbar', () => {
    expect(styles.length).toBeGreaterThan(100);
    expect(styles.filter((file) => /scrollbar-gutter:/.test(read(file)))).toEqual([]);
  });

  it('the page keeps its width without the scrollbar', () => {
    const rule = /html:has\(dialog:modal\) \{(?<body>[^}]*)\}/.exec(read('libs/ui/theme/base.css'));
    expect(rule?.groups?.body).toContain('overflow: hidden;');
    expect(rule?.groups?.body).toContain('padding-inline-end: var(--scrollbar, 0px);');
    expect(read('libs/ui/overlays/use-modal.ts')).toContain("setProperty('--scrollbar'");
  });
});
