import { z } from 'zod';
import { AppModule } from '../../bff/src/app.module';
import { routesOf, type Route } from '../../bff/src/platform/openapi/routes';
import { permissions } from '../../libs/contracts/permissions';

/** Words of a state in which something of a customer's is stopped. */
const stopWords =
  /^(refused|rejected|held|blocked|declined|returned|skipped|retrying|limited|awaiting_approval|failed)$/;

/** Each state that needs no reason of its own beside it, with why not. */
const explained: Record<string, string> = {
  'CallApproval.status': 'the customer refuses it',
  'User.kyc_status': 'GET /api/kyc explains it',
  'OwnCase.decision': 'its entry of the decision has the words of a person',
  'OwnCaseSummary.decision': 'the case itself has them',
  'KycDocument.status': 'the verification that lists it explains it',
  'CardChallenge.state': 'the customer declines it',
  'CardChallengeAnswered.state': 'the customer declines it',
  'Closing.state': 'the payment that it names explains it',
  'PaymentStep.stage': 'the payment that lists it explains it',
  'Transaction.status': 'the payment behind it explains it',
  'Overview.level': 'GET /api/solde explains it',
};

interface Part {
  properties?: Record<string, Part>;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Part[];
  items?: Part;
  $ref?: string;
  $defs?: Record<string, Part>;
}

const isOfCustomers = ({ access }: Route) =>
  access !== undefined && 'permission' in access && permissions[access.permission] === 'signed-in';

const words = (part: Part): unknown[] => [
  ...(part.enum ?? []),
  ...(part.const === undefined ? [] : [part.const]),
  ...(part.anyOf ?? []).flatMap(words),
];

const stops = (part: Part) => words(part).some((word) => typeof word === 'string' && stopWords.test(word));

/** The states in a schema and in those that it names that stop somebody without a `why` beside them. */
function bareStates(part: Part, name: string): string[] {
  const properties = Object.entries(part.properties ?? {});
  const own = part.properties?.why ? [] : properties.filter(([, each]) => stops(each));
  return [
    ...own.map(([key]) => `${name}.${key}`),
    ...properties.flatMap(([key, each]) => bareStates(each, `${name}.${key}`)),
    ...(part.anyOf ?? []).flatMap((each) => bareStates(each, name)),
    ...(part.items ? bareStates(part.items, name) : []),
    ...Object.entries(part.$defs ?? {}).flatMap(([id, each]) => (id === 'Stop' ? [] : bareStates(each, id))),
  ];
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Part;

it('every answer to customers that can show something stopped explains it', () => {
  const routes = routesOf(AppModule).filter((route) => isOfCustomers(route) && route.answer);
  const found = routes.flatMap((route) =>
    bareStates(schemaOf(route.answer?.schema ?? z.null()), route.answer?.name ?? ''),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(explained).sort());
});

it('a state without a reason is found', () => {
  const state = z.enum(['booked', 'refused']);
  const bare = z.object({ rows: z.array(z.object({ state }).meta({ id: 'FixtureRow' })) });
  expect(bareStates(schemaOf(bare), 'List')).toEqual(['FixtureRow.state']);
  const said = z.object({ state, why: z.string() });
  expect(bareStates(schemaOf(said), 'Said')).toEqual([]);
});
