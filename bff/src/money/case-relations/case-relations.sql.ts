import { z } from 'zod';
import { caseKinds, caseStates, caseTopics } from '@bank/contracts/cases';
import { relationBounds } from '@bank/contracts/case-relations';
import { jsonOf, rowOf, text, whole } from '../../platform/database/columns';

const { shown, payees, submissions, browsers } = relationBounds;

export const selectOwner = 'SELECT kind, user_id AS userId FROM cases WHERE id = ?';
export const ownerRow = rowOf({ kind: z.enum(caseKinds), userId: whole });

/** The accounts that the customer pays: of the newest payees, and of the payments that the case is linked to. */
export const selectPayees = `
  (SELECT account FROM beneficiaries WHERE user_id = ? ORDER BY id DESC LIMIT ${payees})
  UNION (SELECT p.recipient_account FROM case_links l JOIN payments p ON p.id = l.target_id
    WHERE l.case_id = ? AND l.type = 'payment')`;
export const payeeRow = rowOf({ account: text });

const nameOf = `CONCAT_WS(' ', u.first_name, u.last_name) AS name`;
/** Each has at most `shown` people; the inner limits bound what is read. */
export const withPayee = `
  SELECT DISTINCT u.id, ${nameOf}, f.account AS detail FROM (
    (SELECT user_id, account FROM beneficiaries FORCE INDEX (beneficiaries_to) WHERE account IN (?) LIMIT 500)
    UNION (SELECT a.user_id, p.recipient_account FROM (SELECT account_id, recipient_account
        FROM payments FORCE INDEX (payments_to)
        WHERE status IN ('pending', 'completed', 'failed') AND recipient_account IN (?) LIMIT 500) p
      JOIN accounts a ON a.id = p.account_id)
  ) f JOIN users u ON u.id = f.user_id WHERE u.id <> ? ORDER BY u.id LIMIT ${shown}`;

/** The people who signed in with one of the customer's newest browsers. */
export const withBrowser = `
  SELECT DISTINCT u.id, ${nameOf}, '' AS detail FROM (
    SELECT o.user_id FROM (SELECT browser FROM seen_browsers WHERE user_id = ? ORDER BY seen_at DESC LIMIT ${browsers}) b
      JOIN seen_browsers o ON o.browser = b.browser LIMIT 500
  ) f JOIN users u ON u.id = f.user_id WHERE u.id <> ? ORDER BY u.id LIMIT ${shown}`;

export const selectAddress = `
  SELECT address FROM kyc_submissions WHERE user_id = ? ORDER BY id DESC LIMIT 1`;
export const addressRow = rowOf({ address: text });
export const withAddress = `
  SELECT DISTINCT u.id, ${nameOf}, f.address AS detail FROM (
    SELECT user_id, address FROM kyc_submissions FORCE INDEX (kyc_submissions_address) WHERE address = ? LIMIT 500
  ) f JOIN users u ON u.id = f.user_id WHERE u.id <> ? ORDER BY u.id LIMIT ${shown}`;

/** The automated check's findings about the newest identity files. */
export const selectFindings = `
  SELECT c.findings FROM (SELECT id FROM kyc_submissions WHERE user_id = ? ORDER BY id DESC LIMIT ${submissions}) s
    JOIN identity_checks c ON c.submission_id = s.id WHERE c.findings IS NOT NULL`;
export const findingsRow = rowOf({
  findings: jsonOf(z.array(z.object({ code: text, values: z.record(text, text).optional() }))),
});
export const selectPeople = `
  SELECT u.id, ${nameOf}, '' AS detail FROM users u WHERE u.id IN (?) AND u.id <> ? ORDER BY u.id LIMIT ${shown}`;
export const personRow = rowOf({ id: whole, name: text, detail: text });

/** Of the same customer, or linked to the same thing. */
export const selectCases = `
  SELECT c.id, c.reference, c.kind, c.topic, c.state FROM cases c JOIN (
    (SELECT id FROM cases WHERE user_id = ? ORDER BY id DESC LIMIT ${shown})
    UNION (SELECT o.case_id FROM case_links l JOIN case_links o ON o.type = l.type AND o.target_id = l.target_id
      WHERE l.case_id = ? LIMIT 500)
  ) f ON f.id = c.id WHERE c.id <> ? AND c.user_id <> ? ORDER BY c.id DESC LIMIT ${shown}`;
export const caseRow = rowOf({
  id: whole,
  reference: text,
  kind: z.enum(caseKinds),
  topic: z.enum(caseTopics),
  state: z.enum(caseStates),
});
