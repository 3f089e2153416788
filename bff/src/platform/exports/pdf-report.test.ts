import { buffer } from 'node:stream/consumers';
import { pdfPages } from '../../../../tests/support/pdf';
import { PdfReport, type PdfColumn } from './pdf-report';

const columns: PdfColumn<string>[] = [
  { header: 'Libellé', width: 300, cell: (text) => ({ text, detail: 'détail' }) },
  { header: 'Montant', width: 199, align: 'end', cell: () => ({ text: '−12,50\u202f€' }) },
];

async function reportOf(...batches: string[][]) {
  const report = new PdfReport({
    title: 'Relevé',
    language: 'fr',
    facts: [{ label: 'Titulaire', value: 'Łukasz Őrsi-Lefèvre' }],
    footer: 'Bank PCS',
    pageOf: (page, pages) => `Page ${page} sur ${pages}`,
  });
  const made = buffer(report.content);
  const rows = async function* () {
    for (const batch of batches) yield batch;
  };
  const totals = [1, 2, 3].map((value) => ({ label: 'Total', value: String(value) }));
  await report.table(columns, rows(), totals.length);
  report.totals(totals);
  report.finish();
  return made;
}

it('begins with the title and the facts, in every Latin alphabet', async () => {
  const file = await reportOf(['Café œuvre', 'Čeština']);
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  const [page = ''] = pdfPages(file);
  expect(page.replaceAll('\n', '')).toContain('Łukasz Őrsi-Lefèvre');
  for (const text of ['Bank PCS', 'Relevé', 'Café œuvre', '−12,50\u00a0€', 'Total', 'Page 1 sur 1']) {
    expect(page.split('\n')).toContain(text);
  }
});

it('keeps text copyable when a letter first appears with an accent', async () => {
  const [first = ''] = pdfPages(await reportOf(['Ý']));
  const [then = ''] = pdfPages(await reportOf(['Y']));
  expect(first.split('\n')).toContain('Ý');
  expect(then.split('\n')).toContain('Y');
});

it('repeats the head of the table on every page, and numbers the pages', async () => {
  const pages = pdfPages(await reportOf(Array(30).fill('un'), Array(30).fill('deux')));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, index) => {
    expect(page).toContain('Libellé');
    expect(page).toContain(`Page ${index + 1} sur ${pages.length}`);
  });
  expect(pages.join('\n').match(/^(un|deux)$/gm)).toHaveLength(60);
});

it('never begins a page with the totals', async () => {
  for (let rows = 12; rows < 20; rows += 1) {
    const pages = pdfPages(await reportOf(Array(rows).fill('un')));
    expect(pages.at(-1)?.split('\n')).toEqual(expect.arrayContaining(['un', 'Total']));
  }
});

it('wraps long texts, and splits words that are longer than a line', async () => {
  const long = `${'mot '.repeat(40)}${'x'.repeat(150)}`;
  const [page = ''] = pdfPages(await reportOf([long]));
  const lines = page.split('\n').filter((line) => /^(mot|x)/.test(line));
  expect(lines.length).toBeGreaterThan(3);
  expect(
    lines
      .map((line) => line.trimEnd())
      .join('')
      .replaceAll(' ', ''),
  ).toBe(long.replaceAll(' ', ''));
});

it.each([
  ['Ngọc Trần', 'Ngoc Tran'],
  ['Ελένη Παπαδοπούλου', 'Eleni Papadopoyloy'],
  ['Иван Петров', 'Ivan Petrov'],
  ['中文 \u202eok', 'ZhongWen ok'],
  ['\u0323a x\u0323', 'a x'],
  ['Prix \ue123', 'Prix ?'],
])('writes %j as %j, since the font has no other letters', async (typed, written) => {
  const [page = ''] = pdfPages(await reportOf([typed]));
  expect(page.replaceAll('\n', '')).toContain(written);
});

it('declares its language and title, and is tagged', async () => {
  const file = (await reportOf(['un'])).toString('latin1');
  expect(file).toMatch(/\/Lang \(fr\)/);
  expect(file).toMatch(/\/DisplayDocTitle true/);
  expect(file).toMatch(/\/MarkInfo/);
  expect(file).toMatch(/\/S \/Table/);
});
