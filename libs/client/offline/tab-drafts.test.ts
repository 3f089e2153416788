/** @jest-environment node */
import 'fake-indexeddb/auto';
import { beginCopy, dropCopy } from './encrypted-copy';
import { openTabDrafts } from './tab-drafts';

beforeEach(dropCopy);

/** A tab of one session at its start or reload; `at` is the time of what it writes. */
async function tabAt(tab: string, at: number) {
  const { drafts, write } = await openTabDrafts(await beginCopy('2.7'), tab, () => at);
  return { drafts: Object.fromEntries(drafts), write };
}

it('keeps what each tab typed apart, whichever wrote last', async () => {
  const one = await tabAt('one', 1);
  const two = await tabAt('two', 2);
  await one.write('transfer', { amount: '1' });
  await two.write('transfer', { amount: '2' });
  expect((await tabAt('one', 3)).drafts).toEqual({ transfer: { amount: '1' } });
  expect((await tabAt('two', 3)).drafts).toEqual({ transfer: { amount: '2' } });
});

it('gives a tab without drafts those of the last tab, and none of a third', async () => {
  await (await tabAt('one', 1)).write('transfer:key', 'of one');
  const two = await tabAt('two', 2);
  await two.write('transfer', { amount: '2' });
  const { drafts } = await tabAt('three', 3);
  expect(drafts).toEqual({ transfer: { amount: '2' } });
});

it('removes a sent draft from its tab, and keeps later text', async () => {
  const one = await tabAt('one', 1);
  await one.write('transfer', { amount: '1' });
  const two = await tabAt('two', 2);
  expect(two.drafts).toEqual({ transfer: { amount: '1' } });
  await two.write('transfer', { amount: '10' });
  await two.write('transfer', undefined);
  expect((await tabAt('three', 3)).drafts).toEqual({});

  await one.write('transfer', { amount: '1' });
  const four = await tabAt('four', 4);
  await (await tabAt('one', 5)).write('transfer', { amount: '12' });
  await four.write('transfer', undefined);
  expect((await tabAt('one', 6)).drafts).toEqual({ transfer: { amount: '12' } });
});

it('leaves the other drafts of the tab whose draft was sent', async () => {
  const one = await tabAt('one', 1);
  await one.write('transfer', { amount: '1' });
  await one.write('transfer:key', 'of one');
  const two = await tabAt('two', 2);
  await two.write('transfer:key', undefined);
  expect((await tabAt('three', 3)).drafts).toEqual({ transfer: { amount: '1' } });
});

it('begins with the draft that was written when all tabs had one record, until it is sent', async () => {
  const copy = await beginCopy('2.7');
  await copy.write('draft:lasting:transfer', { amount: '7' });
  await copy.write('draft:lasting:transfer:key', { key: 'k' });
  const one = await tabAt('one', 1);
  expect(one.drafts).toEqual({ 'lasting:transfer': { amount: '7' }, 'lasting:transfer:key': { key: 'k' } });
  await one.write('lasting:transfer', { amount: '70' });
  await one.write('lasting:transfer', undefined);
  expect((await tabAt('two', 2)).drafts).toEqual({ 'lasting:transfer:key': { key: 'k' } });
});
