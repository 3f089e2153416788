/** @jest-environment jsdom */
import { removeDraft, clearDrafts, writeDraft, preserveDrafts, readDraft } from './draft';
import { clearPersonalStorage } from './personal-storage';

beforeEach(() => sessionStorage.clear());

it('restores a user’s draft of a form, and to no other user', () => {
  writeDraft(2, 'add-funds', { amount: '50' });
  expect(readDraft(2, 'add-funds')).toEqual({ amount: '50' });
  expect(readDraft(3, 'add-funds')).toBeUndefined();
  expect(readDraft(2, 'contact')).toBeUndefined();
});

it('drops a form’s draft once sent, and all drafts on sign-out', () => {
  writeDraft(2, 'a', { x: 1 });
  writeDraft(2, 'b', { x: 1 });
  sessionStorage.setItem('other', 'kept');
  removeDraft(2, 'a');
  expect(readDraft(2, 'a')).toBeUndefined();
  clearDrafts();
  expect(readDraft(2, 'b')).toBeUndefined();
  expect(sessionStorage.getItem('other')).toBe('kept');
});

it('leaves the browser’s storage with the session, and is restored for the same person', () => {
  writeDraft(2, 'a', { amount: 'all of it' });
  expect(JSON.stringify({ ...sessionStorage })).toContain('all of it');
  preserveDrafts();
  clearPersonalStorage();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('all of it');
  expect(readDraft(2, 'a')).toEqual({ amount: 'all of it' });
  expect(readDraft(3, 'a')).toBeUndefined();
  clearDrafts();
  expect(readDraft(2, 'a')).toBeUndefined();
});

it('ignores an unreadable draft', () => {
  sessionStorage.setItem('personal:2:draft:b', 'not json');
  expect(readDraft(2, 'b')).toBeUndefined();
});
