import { documentType } from './document-type';

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a46', 'hex');
const pdf = Buffer.from('%PDF-1.7\n');

it.each([
  [pdf, 'passport.pdf', 'application/pdf'],
  [png, 'SELFIE.PNG', 'image/png'],
  [jpeg, 'a.b.jpg', 'image/jpeg'],
  [jpeg, 'photo.jpeg', 'image/jpeg'],
])('recognises a file by its first bytes', (beginning, name, type) => {
  expect(documentType(beginning, name)).toBe(type);
});

it.each([
  [pdf, 'passport.png'],
  [png, 'passport.pdf'],
  [pdf, 'passport.pdf.exe'],
  [pdf, 'passport'],
  [Buffer.from('<script>'), 'passport.pdf'],
  [Buffer.from(' %PDF-1.7'), 'passport.pdf'],
  [Buffer.from('%PD'), 'passport.pdf'],
  [Buffer.alloc(0), 'passport.pdf'],
  [Buffer.from('GIF89a'), 'a.png'],
])('refuses other types, and content that does not match the file’s extension', (beginning, name) => {
  expect(documentType(beginning, name)).toBeUndefined();
});
