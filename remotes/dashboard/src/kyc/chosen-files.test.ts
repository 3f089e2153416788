import { type ChosenFile, missingKinds, sentParts, withFiles } from './chosen-files';

const file = (name: string, size = 3) => new File([new Uint8Array(size)], name, { lastModified: 1 });
const chosen = (...files: File[]) => withFiles([], files).files;
const sized = (size: number) => ({ file: { size } }) as ChosenFile;

it('takes each file to be the next kind that is missing', () => {
  const files = chosen(file('a.pdf'), file('b.JPG'), file('c.jpeg'), file('d.png'));
  expect(files.map(({ kind }) => kind)).toEqual(['identity', 'address', 'selfie', 'identity']);
  expect(missingKinds(files)).toEqual([]);
  expect(missingKinds(files.slice(1))).toEqual([]);
  expect(missingKinds(files.slice(2))).toEqual(['address']);
});

it('keeps a file in the slot that it was chosen for', () => {
  const { files } = withFiles(chosen(file('a.pdf')), [file('b.pdf')], 'selfie');
  expect(files.map(({ kind }) => kind)).toEqual(['identity', 'selfie']);
});

it.each([
  ['a.docx', 3, 'type'],
  ['pdf', 3, 'type'],
  ['a.pdf.exe', 3, 'type'],
  ['a.pdf', 0, 'empty'],
  ['a.pdf', 10 * 1024 * 1024, undefined],
  ['a.pdf', 10 * 1024 * 1024 + 1, 'size'],
])('judges %s of %i bytes: %s', (name, size, refusal) => {
  const [judged] = chosen(file(name, size));
  expect(judged?.refusal).toBe(refusal);
  expect(missingKinds(judged ? [judged] : []).includes('identity')).toBe(refusal !== undefined);
});

it('takes the same file once, and ten at most', () => {
  const first = withFiles([], [file('a.pdf'), file('a.pdf'), file('a.pdf', 4)]);
  expect(first).toMatchObject({ added: 2, same: ['a.pdf'], tooMany: false });
  const many = Array.from({ length: 9 }, (_, at) => file(`${at}.pdf`));
  expect(withFiles(first.files, many)).toMatchObject({ added: 8, same: [], tooMany: true });
});

it('computes the sent part of each file, which follow the texts of the form', () => {
  const files = [sized(100), sized(300)];
  expect(sentParts(files, { sent: 0, total: 450 })).toEqual([0, 0]);
  expect(sentParts(files, { sent: 100, total: 450 })).toEqual([0.5, 0]);
  expect(sentParts(files, { sent: 300, total: 450 })).toEqual([1, 0.5]);
  expect(sentParts(files, { sent: 450, total: 450 })).toEqual([1, 1]);
});
