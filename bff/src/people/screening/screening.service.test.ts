import { ScreeningService } from './screening.service';
import type { SanctionsSource } from '../../ports/sanctions/sanctions-source';

/** A list, of which a newer one takes the place, and removes its entries, before those are read. */
function replacedWhileRead() {
  const lists = [1, 2];
  return {
    one: () => Promise.resolve({ id: lists.length > 1 ? lists.shift() : 2 }),
    rows: (_row: unknown, _sql: string, [list, after]: [number, number]) => {
      const entry = { id: 1, entry: 'E1', name: 'Dragan Kovsky', aliases: '', countries: '', programs: '' };
      return Promise.resolve(list === 2 && after === 0 ? [entry] : []);
    },
  };
}

it('never works with a list whose entries were removed while it was read', async () => {
  const screening = new ScreeningService(
    replacedWhileRead() as never,
    { isConfigured: false } as SanctionsSource,
  );
  expect(await screening.find(replacedWhileRead() as never, 'Dragan Kovsky')).toMatchObject([
    { entry: 'E1' },
  ]);
});
