import type { Database } from '../../platform/database/database';
import { PartnersService } from './partners.service';

afterEach(() => jest.restoreAllMocks());

it('forgets a revoked key after a second, also where the clock is set back meanwhile', async () => {
  const row = { id: 1, name: 'Régie', theme: {}, origin: 'https://regie.example' };
  let rows = [row];
  const partners = new PartnersService({ rows: async () => rows } as unknown as Database);
  let elapsed = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => elapsed);
  expect(await partners.byKey('pk_live_key')).toMatchObject({ id: 1, origins: [row.origin] });
  rows = [];
  expect(await partners.byKey('pk_live_key')).not.toBeNull();
  elapsed += 1_000;
  jest.useFakeTimers({ now: Date.now() - 7_200_000, doNotFake: ['performance'] });
  expect(await partners.byKey('pk_live_key')).toBeNull();
  jest.useRealTimers();
});
