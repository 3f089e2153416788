import type { AuditService } from '../../platform/audit/audit.service';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import type { Clock } from '../../platform/time/clock.service';
import type { StaffRolesService } from '../../people/users/staff-roles.service';
import type { DeployTokensService } from './deploy-tokens.service';
import { GalleryPasses } from './gallery-passes.service';
import { sealed } from './sealed';

const key = Buffer.from('key');
const now = 1_795_000_000;
const pass = (until: number, by: object = { token: 7 }, seal = key) => sealed(seal, 'gallery', { until, by });

/** Passes whose tokens are looked up in a database that answers on request, and how often it was asked. */
function passes() {
  const asked: number[] = [];
  const waiting: ((isValid: boolean) => void)[] = [];
  const tokens: Pick<DeployTokensService, 'isValid'> = {
    isValid: (id) => {
      asked.push(id);
      return new Promise((answer) => waiting.push(answer));
    },
  };
  const unused = {} as never;
  const service = new GalleryPasses(
    { signingKey: key, signingKeys: [{ id: 1, key }] } as Config,
    { now: () => new Date(now * 1000) } satisfies Clock,
    unused as Database,
    unused as AuditService,
    tokens as DeployTokensService,
    unused as StaffRolesService,
  );
  const answer = (isValid: boolean) => waiting.splice(0).forEach((each) => each(isValid));
  return { service, asked, answer };
}

it('a flood of passes that this bank did not make, or that are over, asks the database nothing', async () => {
  const { service, asked } = passes();
  const wrong = [
    '',
    'nothing',
    'a.b',
    'é'.repeat(900),
    'a'.repeat(100_000),
    pass(now),
    pass(now - 1),
    pass(now + 60, { token: 7 }, Buffer.from('another key')),
    pass(now + 60, {}),
    pass(now + 60, { token: '7' }),
  ];
  for (const each of [undefined, ...wrong]) expect(await service.read(each)).toBeUndefined();
  expect(asked).toEqual([]);
});

it('a flood with one valid pass asks the database one question at a time', async () => {
  const { service, asked, answer } = passes();
  const flood = Array.from({ length: 500 }, () => service.read(pass(now + 60)));
  const other = service.read(pass(now + 60, { token: 8 }));
  await Promise.resolve();
  expect(asked).toEqual([7, 8]);
  answer(true);
  expect((await Promise.all([...flood, other])).map((valid) => valid?.seconds)).toEqual(Array(501).fill(60));

  // An answer is used by no later question: a token that ended meanwhile opens nothing.
  const after = service.read(pass(now + 60));
  await Promise.resolve();
  expect(asked).toEqual([7, 8, 7]);
  answer(false);
  expect(await after).toBeUndefined();
});
