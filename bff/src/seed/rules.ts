import type { RuleDefinition } from '@bank/contracts/rules';
import type { DemoPerson, Seeding } from './demo-person';
import { draftRule, firstRules } from './first-rules';
import { later } from './timeline';

const daysAgo = 60;
const insertRule = 'INSERT INTO rules (created_at) VALUES (?)';
const insertVersion = `
  INSERT INTO rule_versions (rule_id, version, state, definition, changed_by, changed_at, published_at, publication)
  VALUES (?)`;

/** Plans the rules in force, and one in draft. */
export function planRules({ tx, timeline, now }: Seeding, named: DemoPerson[]): void {
  const [, , sofia] = named;
  if (!sofia) throw new Error('the demonstration lacks its people');
  const at = later(now, -daysAgo * 24);
  const add = async (definition: RuleDefinition, publication: number | null) => {
    const { insertId } = await tx.write(insertRule, [at]);
    const state = publication === null ? 'draft' : 'published';
    const published = publication === null ? null : at;
    await tx.write(insertVersion, [
      [insertId, 1, state, JSON.stringify(definition), sofia.userId, at, published, publication],
    ]);
  };
  timeline.add(at, async () => {
    for (const [index, definition] of firstRules.entries()) await add(definition, index + 1);
    await add(draftRule, null);
  });
}
