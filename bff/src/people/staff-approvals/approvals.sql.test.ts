import { subjectOf } from './approvals.sql';

const refund = { caseId: 7, act: 'take_back', amount: '1200' } as const;
const payload = { changes: [], motive: null, passwordLink: false, language: 'fr', refund } as const;

it('never takes another subject for a missing one', () => {
  expect(subjectOf({ ...payload, changes: [] }, 'refund')).toEqual(refund);
  expect(() => subjectOf({ ...payload, changes: [] }, 'file')).toThrow('names no file');
});
