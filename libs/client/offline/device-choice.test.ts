/** @jest-environment jsdom */
import { webcrypto } from 'node:crypto';
import { TextEncoder } from 'node:util';
import { chooseCopy, isCopyAllowed, looksShared, noteSignedIn, onCopyChoice } from './device-choice';

beforeAll(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  Object.assign(globalThis, { TextEncoder });
});
beforeEach(() => localStorage.clear());

it('is allowed for one person, also when they come back', async () => {
  await noteSignedIn(2);
  await noteSignedIn(2);
  expect([isCopyAllowed(), looksShared()]).toEqual([true, false]);
});

it('is not allowed once two people have signed in, until a person decides', async () => {
  await noteSignedIn(2);
  await noteSignedIn(3);
  await noteSignedIn(2);
  expect([isCopyAllowed(), looksShared()]).toEqual([false, true]);
  chooseCopy(true);
  expect([isCopyAllowed(), looksShared()]).toEqual([true, false]);
  chooseCopy(false);
  expect(isCopyAllowed()).toBe(false);
});

it('notes one byte of a person, which many share', async () => {
  const marks = new Set<string>();
  for (let id = 1; id <= 2_000; id += 1) {
    localStorage.clear();
    await noteSignedIn(id);
    marks.add(Object.values({ ...localStorage }).join());
  }
  expect(marks.size).toBe(256);
});

it('calls back when the choice changes here or in another tab', () => {
  const called = jest.fn();
  const stop = onCopyChoice(called);
  chooseCopy(false);
  const here = called.mock.calls.length;
  dispatchEvent(new StorageEvent('storage', { key: 'offline_copy' }));
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect([here > 0, called.mock.calls.length]).toEqual([true, here + 1]);
  stop();
  chooseCopy(true);
  expect(called.mock.calls.length).toBe(here + 1);
});
