import { type RuleVersion, ruleDefinition, ruleStates } from '@bank/contracts/rules';
import { z } from 'zod';
import { flag, isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';

/** Whether the version waits for a second administrator; its parameter is now. */
export const versionColumns = `
  v.rule_id AS ruleId, v.version, v.state, v.definition, v.changed_by AS changedBy, v.changed_at AS changedAt,
  v.published_at AS publishedAt, CONCAT(u.first_name, ' ', u.last_name) AS author,
  v.state = 'draft' AND EXISTS (SELECT 1 FROM staff_approvals s
    WHERE s.id = v.approval_id AND s.status = 'pending' AND s.expires_at > ?) AS waiting`;
export const versionsFrom = 'FROM rule_versions v JOIN users u ON u.id = v.changed_by';

export const versionRow = rowOf({
  ruleId: whole,
  version: whole,
  state: z.enum(ruleStates),
  definition: jsonOf(ruleDefinition),
  changedBy: whole,
  changedAt: isoMoment,
  publishedAt: isoMoment.nullable(),
  author: text,
  waiting: flag,
});
type VersionRow = z.output<typeof versionRow>;

export const toVersionDto = (row: VersionRow): RuleVersion => ({
  version: row.version,
  state: row.state,
  definition: row.definition,
  changed_by: { id: row.changedBy, name: row.author },
  changed_at: row.changedAt,
  published_at: row.publishedAt,
  waiting: row.waiting,
});
