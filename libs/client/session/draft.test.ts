/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { clearTokens, writeTokens } from '../http/tokens';
import {
  clearDrafts,
  keepLastingDrafts,
  lasting,
  onRestoredDrafts,
  preserveDrafts,
  readDraft,
  removeDraft,
  writeDraft,
} from './draft';
import { clearPersonalStorage } from './personal-storage';

beforeEach(() => {
  sessionStorage.clear();
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
});

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

it('stores nothing once the session is over', () => {
  clearTokens();
  writeDraft(2, 'a', { amount: 'late' });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('late');
  expect(readDraft(2, 'a')).toBeUndefined();
});

it('keeps a draft until the page is left where storage is blocked', () => {
  const blocked = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  writeDraft(2, 'transfer:key', { key: 'k' });
  blocked.mockRestore();
  expect(readDraft(2, 'transfer:key')).toEqual({ key: 'k' });
  removeDraft(2, 'transfer:key');
  expect(readDraft(2, 'transfer:key')).toBeUndefined();
});

it('ignores an unreadable draft', () => {
  sessionStorage.setItem('personal:2:draft:b', 'not json');
  expect(readDraft(2, 'b')).toBeUndefined();
});

describe('a lasting draft', () => {
  const form = `${lasting}transfer`;
  const stored = () => JSON.stringify({ ...sessionStorage });
  const store = jest.fn(() => Promise.resolve());
  let stop = () => {};
  afterEach(() => {
    stop();
    clearDrafts();
    store.mockClear();
  });

  it('is stored for the tab until there is an encrypted copy, and moves into it', async () => {
    writeDraft(2, form, { amount: '12,34' });
    expect(stored()).toContain('12,34');
    stop = keepLastingDrafts(2, new Map(), store);
    await Promise.resolve();
    expect(stored()).not.toContain('12,34');
    expect(store).toHaveBeenCalledWith(2, form, { amount: '12,34' });
    expect(readDraft(2, form)).toEqual({ amount: '12,34' });
  });

  it('is restored for its person, announced, and no newer than what was typed meanwhile', () => {
    const announced = jest.fn();
    const silence = onRestoredDrafts(announced);
    stop = keepLastingDrafts(2, new Map([[form, { amount: '5' }]]), store);
    expect([readDraft(2, form), readDraft(3, form)]).toEqual([{ amount: '5' }, undefined]);
    expect(announced).toHaveBeenCalledTimes(1);
    silence();
    stop();
    writeDraft(2, form, { amount: '7' });
    stop = keepLastingDrafts(2, new Map([[form, { amount: '5' }]]), store);
    expect(readDraft(2, form)).toEqual({ amount: '7' });
  });

  it('stays in the tab’s storage until the copy has its last version', async () => {
    const written: (() => void)[] = [];
    stop = keepLastingDrafts(2, new Map(), () => new Promise((resolve) => written.push(resolve)));
    writeDraft(2, form, { amount: '1' });
    writeDraft(2, form, { amount: '12' });
    written[0]?.();
    await Promise.resolve();
    expect(stored()).toContain('12');
    written[1]?.();
    await Promise.resolve();
    expect(stored()).not.toContain('12');
    expect(readDraft(2, form)).toEqual({ amount: '12' });
  });

  it('stays in the tab’s storage when the copy cannot keep it', async () => {
    stop = keepLastingDrafts(2, new Map(), () => Promise.reject(new Error('full')));
    writeDraft(2, form, { amount: '12,34' });
    await Promise.resolve();
    await Promise.resolve();
    expect(stored()).toContain('12,34');
  });

  it('leaves the copy once sent', () => {
    stop = keepLastingDrafts(2, new Map([[form, { amount: '5' }]]), store);
    removeDraft(2, form);
    expect(store).toHaveBeenLastCalledWith(2, form, undefined);
    expect(readDraft(2, form)).toBeUndefined();
  });
});
