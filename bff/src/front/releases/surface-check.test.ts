import {
  deprecationNotes,
  hostManifest,
  isFit,
  neededSurface,
  sharedProblems,
  surfaceProblems,
} from './surface-check';
import { z } from 'zod';

const alert = { '@bank/ui/alert': { Alert: ['abcd'] } };
const host = hostManifest.parse({
  shared: { '@bank/ui/alert': '1.0.0' },
  libraries: { '@bank/ui': { version: '1.0.0', hash: 'x' } },
  surface: alert,
  deprecated: { '@bank/ui/alert': { Alert: 'Use Notice.' } },
  slots: [],
});
const hosts = new Map([['shell' as const, host]]);
const needs = (rest: object) => z.object(neededSurface).parse({ shared: {}, ...rest });

it('names an export that a shell has lost, and one that it is about to lose', () => {
  const needed = needs({
    shared: { '@bank/ui/alert': '^1.0.0' },
    surface: { '@bank/ui/alert': { Alert: 'abcd', Notice: 'efgh' } },
  });
  expect(surfaceProblems(needed, hosts)).toEqual([
    expect.stringMatching('^Notice of @bank/ui/alert is missing'),
  ]);
  expect(deprecationNotes(needed, hosts)).toEqual([
    'Alert of @bank/ui/alert is deprecated in the shell. Use Notice.',
  ]);
});

it.each(['constructor', 'toString', 'hasOwnProperty'])(
  'does not take what every object inherits for an offered module or export: %s',
  (name) => {
    const needed = needs({
      shared: { [name]: '*', '@bank/ui/alert': '*' },
      surface: { [name]: { [name]: 'abcd' }, '@bank/ui/alert': { [name]: 'abcd' } },
    });
    expect(sharedProblems(needed, hosts)).toEqual([
      expect.stringContaining(`The live shell does not bring ${name}:`),
    ]);
    expect(surfaceProblems(needed, hosts)).toEqual([
      expect.stringMatching(`^${name} of @bank/ui/alert is missing`),
    ]);
    expect(deprecationNotes(needed, hosts)).toEqual([]);
    expect(isFit(host, { shared: { [name]: '*' } })).toBe(false);
  },
);
