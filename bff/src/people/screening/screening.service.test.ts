import { ScreeningService } from './screening.service';
import type { SanctionsSource } from '../../ports/sanctions/sanctions-source';

const entry = { id: 1, entry: 'E1', name: 'Dragan Kovsky', aliases: '', countries: '', programs: '' };

const over = (database: object, isConfigured = false) =>
  new ScreeningService(database as never, { isConfigured } as SanctionsSource);

/** A list, of which a newer one takes the place, and removes its entries, before those are read. */
function replacedWhileRead() {
  const lists = [1, 2];
  return {
    one: () => Promise.resolve({ id: lists.length > 1 ? lists.shift() : 2 }),
    rows: (_row: unknown, _sql: string, [list, after]: [number, number]) =>
      Promise.resolve(list === 2 && after === 0 ? [entry] : []),
  };
}

/** A database whose newest list is `list`, the entries of which come once `finish` is called. */
function slowlyRead() {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const database = {
    list: 0,
    one: () => Promise.resolve({ id: database.list }),
    rows: () => finished.then(() => [entry]),
    finish,
  };
  return database;
}

it('never works with a list whose entries were removed while it was read', async () => {
  const screening = over(replacedWhileRead());
  await screening.refresh();
  expect(screening.find('Dragan Kovsky')).toMatchObject([{ entry: 'E1' }]);
});

it('judges nothing before the list is read, which no call waits for', async () => {
  const database = Object.assign(slowlyRead(), { list: 1 });
  const screening = over(database, true);
  const reading = screening.refresh();
  expect(() => screening.find('Dragan Kovsky')).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  expect([screening.isRead, screening.hasList]).toEqual([false, false]);
  database.finish();
  await reading;
  expect([screening.isRead, screening.hasList]).toEqual([true, true]);
  expect(screening.find('Dragan Kovsky')).toMatchObject([{ entry: 'E1' }]);
});

it('leaves everything to a person while the first list is read', async () => {
  const database = slowlyRead();
  const screening = over(database, true);
  await screening.refresh();
  database.list = 1;
  const reading = screening.refresh();
  expect([screening.isRead, screening.hasList]).toEqual([true, false]);
  expect(screening.find('Anne Durand')).toMatchObject([{ entry: 'no-list' }]);
  database.finish();
  await reading;
  expect(screening.find('Anne Durand')).toEqual([]);
});
