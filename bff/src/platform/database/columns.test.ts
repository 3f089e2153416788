import { flag, minor, rowOf, whole } from './columns';

const row = rowOf({ id: whole, sum: minor, open: flag, parent: whole.nullable() });
const values = { id: '7', sum: '900719925474099301', open: 0, parent: null };

describe('a row', () => {
  it('converts numbers of any type, and drops other columns', () => {
    const known = { id: 7, sum: 900719925474099301n, open: false, parent: null };
    expect(row.parse({ ...values, more: 1 })).toEqual(known);
    expect(row.parse({ id: 7, sum: 5, open: 1n, parent: '3' })).toEqual({
      id: 7,
      sum: 5n,
      open: true,
      parent: 3,
    });
  });

  it.each([
    ['a missing column', { ...values, id: undefined }],
    ['a null that the schema does not allow', { ...values, sum: null }],
    ['a value that is no number', { ...values, open: new Date(0) }],
  ])('refuses %s', (_name, other) => {
    expect(row.safeParse(other).error?.issues).toMatchObject([{ code: 'invalid_type', expected: 'number' }]);
  });

  it('refuses a number that is not exact', () => {
    expect(() => row.parse({ ...values, id: '9007199254740993' })).toThrow(RangeError);
    expect(() => row.parse({ ...values, sum: 0.5 })).toThrow(RangeError);
  });
});
