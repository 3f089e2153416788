import { z } from 'zod';
import {
  caseDecisions,
  caseKinds,
  caseStates,
  caseTopics,
  entryKinds,
  linkTypes,
} from '@bank/contracts/cases';
import { toDecimal } from '@bank/contracts/money';
import { movementText } from '@bank/contracts/movements';
import type { Language } from '@bank/contracts/language';
import { flag, isoMoment, jsonOf, minor, rowOf, text, whole } from '../../platform/database/columns';

/** A case with the same cause stays as it is; `selectCause` reads which of both is stored. */
export const insertCase = `
  INSERT INTO cases (reference, kind, topic, cause, user_id, label, amount, currency, due_at, created_at) VALUES (?)
  ON DUPLICATE KEY UPDATE cause = cause`;
export const selectCause = 'SELECT id, reference, state FROM cases WHERE cause = ? FOR UPDATE';
export const causeRow = rowOf({ id: whole, reference: text, state: z.enum(caseStates) });
export const insertLinks = 'INSERT INTO case_links (case_id, type, target_id, label) VALUES';
export const keepLinks = 'ON DUPLICATE KEY UPDATE case_id = case_id';
export const countLinks = 'SELECT COUNT(*) FROM case_links WHERE case_id = ?';
export const insertEntry = `
  INSERT INTO case_entries (case_id, kind, is_customer, author_id, text, text_key, params, created_at) VALUES (?)`;
export const insertFiles = `
  INSERT INTO case_files (case_id, entry_id, name, size, media_type, sha256, file, created_at) VALUES`;

/** The customer's own cases that are not decided. */
export const countUnfinished = `
  SELECT COUNT(*) FROM cases WHERE user_id = ? AND state <> 'decided' AND kind IN (?)`;

export const lockCase = `
  SELECT id, reference, kind, topic, state, decision, user_id AS userId, assignee_id AS assigneeId, version FROM cases
  WHERE id = ? FOR UPDATE`;
export const growCase = 'UPDATE cases SET version = version + 1 WHERE id = ?';
export const decideCase = `
  UPDATE cases SET state = 'decided', decision = ?, decided_by = ?, decided_at = ?, assignee_id = COALESCE(?, assignee_id),
    version = version + 1 WHERE id = ?`;
export const lockedCase = rowOf({
  id: whole,
  reference: text,
  kind: z.enum(caseKinds),
  topic: z.enum(caseTopics),
  state: z.enum(caseStates),
  decision: z.enum(caseDecisions).nullable(),
  userId: whole,
  assigneeId: whole.nullable(),
  version: whole,
});
/** A case whose row this transaction holds locked. */
export type LockedCase = z.output<typeof lockedCase>;

export const commonColumns = `
  c.id, c.reference, c.kind, c.topic, c.state, c.label, c.amount, c.currency, c.created_at, c.due_at, c.decision`;
export const commonRow = {
  id: whole,
  reference: text,
  kind: z.enum(caseKinds),
  topic: z.enum(caseTopics),
  state: z.enum(caseStates),
  label: text,
  amount: minor.nullable(),
  currency: text.nullable(),
  created_at: isoMoment,
  due_at: isoMoment,
  decision: z.enum(caseDecisions).nullable(),
};
type CommonRow = { [Name in keyof typeof commonRow]: z.output<(typeof commonRow)[Name]> };

/** The columns that both sides see; the bank's own words in the label are in the reader's language. */
export const toCommon = <Row extends CommonRow>(row: Row, language: Language) => ({
  id: row.id,
  reference: row.reference,
  state: row.state,
  kind: row.kind as Row['kind'],
  topic: row.topic as Row['topic'],
  label: movementText(row.label, language),
  amount: row.amount === null || row.currency === null ? null : toDecimal(row.amount, row.currency),
  currency: row.currency,
  created_at: row.created_at,
  due_at: row.due_at,
  decision: row.decision,
});

/** The names of people are the staff's affair. */
export const selectEntries = `
  SELECT e.id, e.kind, e.is_customer AS isCustomer, e.text, e.text_key AS textKey, e.params, e.created_at AS at,
    CONCAT_WS(' ', u.first_name, u.last_name) AS author
  FROM case_entries e LEFT JOIN users u ON u.id = e.author_id WHERE e.case_id = ? AND e.kind IN (?) ORDER BY e.id`;
export const entryRow = rowOf({
  id: whole,
  kind: z.enum(entryKinds),
  isCustomer: flag,
  text: text.nullable(),
  textKey: text.nullable(),
  params: jsonOf(z.record(text, text)).nullable(),
  at: isoMoment,
  author: text,
});

export const selectFiles = `
  SELECT id, entry_id AS entryId, name, size FROM case_files WHERE case_id = ? ORDER BY id`;
export const fileRow = rowOf({ id: whole, entryId: whole, name: text, size: whole });

export const selectLinks = `
  SELECT type, target_id AS id, label FROM case_links WHERE case_id = ? ORDER BY type, target_id`;
export const linkRow = rowOf({ type: z.enum(linkTypes), id: whole, label: text });
