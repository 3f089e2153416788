import { ruleDefinition } from '@bank/contracts/rules';
import { draftRule, firstRules } from './first-rules';

describe('the rules of the demonstration', () => {
  it.each([...firstRules, draftRule].map((rule) => [rule.name.en, rule] as const))(
    '%s is well formed',
    (_name, rule) => {
      expect(ruleDefinition.parse(rule)).toEqual(rule);
    },
  );

  it('are twelve', () => {
    expect(new Set(firstRules.map(({ name }) => name.fr)).size).toBe(12);
  });
});
