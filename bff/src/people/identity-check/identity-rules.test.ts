import { isBeyondDoubt, judge, type JudgedDocument } from './identity-rules';
import type { ReadZone } from './read-document';
import type { ZoneData } from './zone-data';

const today = '2026-11-23';
const data: ZoneData = {
  format: 'TD3',
  code: 'P',
  issuer: 'FRA',
  number: '12AB34567',
  familyNames: ['MARTIN'],
  givenNames: ['ELODIE'],
  isNameCut: false,
  birthDate: '1990-01-01',
  expiryDate: '2030-01-01',
};
const place = { x: 0.1, y: 0.8, width: 0.8, height: 0.1 };
const read = (changed: Partial<ReadZone> = {}): ReadZone => ({
  data,
  wrong: [],
  place,
  isLast: true,
  ...changed,
});
const identity = (zones: ReadZone[], id = 1): JudgedDocument => ({
  id,
  kind: 'identity',
  mediaType: 'image/jpeg',
  content: `identity ${id}`,
  reading: { picture: { width: 1_000, height: 700, sharpness: 100 }, zones },
});

/** A form of everything that is asked for, with these files of the identity. */
function judged(documents: JudgedDocument[], lastName = 'Martin') {
  const others = (['address', 'selfie'] as const).map((kind, at) => ({
    id: 10 + at,
    kind,
    mediaType: 'image/jpeg',
    content: kind,
  }));
  const form = { firstName: 'Élodie', lastName, birthDate: '1990-01-01' };
  const accountName = `Élodie ${lastName}`;
  return judge({ form, accountName, documents: [...documents, ...others], today });
}

it('finds nothing to object to in a good document', () => {
  const { findings, document } = judged([identity([read()])]);
  expect(findings.map(({ code }) => code)).toEqual(['document_read']);
  expect(isBeyondDoubt(findings)).toBe(true);
  expect(document).toEqual({ id: 1, data });
});

it.each<[string, string, JudgedDocument[]]>([
  [
    'whose last day was yesterday',
    'expired',
    [identity([read({ data: { ...data, expiryDate: '2026-11-22' } })])],
  ],
  ['of a minor', 'under_age', [identity([read({ data: { ...data, birthDate: '2010-01-01' } })])]],
  [
    'of another birthday',
    'birth_date_differs',
    [identity([read({ data: { ...data, birthDate: '1990-01-02' } })])],
  ],
  [
    'with a wrong check digit',
    'zone_wrong',
    [identity([read({ data: undefined, wrong: ['documentNumber'] })])],
  ],
  ['with two zones', 'zones_several', [identity([read(), read()])]],
  ['with something below the zone', 'zone_not_last', [identity([read({ isLast: false })])]],
  ['that is a specimen', 'specimen', [identity([read({ data: { ...data, issuer: 'UTO' } })])]],
  ['of a type that is no identity', 'type_unknown', [identity([read({ data: { ...data, code: 'V' } })])]],
  ['without a zone', 'zone_not_found', [identity([])]],
  ['that could not be read', 'not_checked', [{ ...identity([]), reading: undefined }]],
  [
    'beside another',
    'documents_differ',
    [identity([read()]), identity([read({ data: { ...data, number: '9' } })], 2)],
  ],
])('leaves a document to a person %s', (_what, code, documents) => {
  const { findings } = judged(documents);
  expect(findings.map((each) => each.code)).toContain(code);
  expect(isBeyondDoubt(findings)).toBe(false);
});

it.each([
  ['Martins', 'name_close'],
  ['Dubois', 'name_differs'],
])('leaves the document of Martin to a person when %s sends it', (lastName, code) => {
  const { findings } = judged([identity([read()])], lastName);
  expect(findings.map((each) => each.code)).toContain(code);
  expect(isBeyondDoubt(findings)).toBe(false);
});

it('is valid on its last day', () => {
  const { findings } = judged([identity([read({ data: { ...data, expiryDate: today } })])]);
  expect(isBeyondDoubt(findings)).toBe(true);
});
