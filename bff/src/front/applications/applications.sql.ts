import { z } from 'zod';
import { applicationStatuses } from '@bank/contracts/partner-applications';
import { isoMoment, rowOf, text, whole } from '../../platform/database/columns';

export const applicationRow = rowOf({
  applicationId: text,
  status: z.enum(applicationStatuses),
  reference: text.nullable(),
  startedAt: isoMoment,
  completedAt: isoMoment.nullable(),
  decidedAt: isoMoment.nullable(),
});
export const lockedRow = applicationRow.extend({ partnerId: whole });

const common = 'id AS applicationId, status, reference, created_at AS startedAt';
/** What a server of before stored has no time of completion: a person takes minutes. */
const ofCompleted = `${common}, COALESCE(completed_at, created_at) AS completedAt, decided_at AS decidedAt`;
const ofPending = `id AS applicationId, 'pending' AS status, reference, created_at AS startedAt, NULL AS completedAt, NULL AS decidedAt`;
const ofTest = `
  ${common}, IF(status = 'pending', NULL, created_at) AS completedAt,
  IF(status IN ('approved', 'rejected'), created_at, NULL) AS decidedAt`;

export const insert = `
  INSERT INTO partner_applications (id, partner_id, user_id, reference, created_at, completed_at) VALUES (?)`;
export const insertTest =
  'INSERT INTO test_applications (id, partner_id, reference, status, created_at) VALUES (?)';
export const ofUser = `
  SELECT ${ofCompleted}, partner_id AS partnerId FROM partner_applications WHERE user_id = ? FOR UPDATE`;
export const decide = 'UPDATE partner_applications SET status = ?, decided_at = ? WHERE id = ?';

/** Where a partner's applications of a mode are; the parameters of each: the partner, and the moment for those that end. */
export const places = {
  live: [
    { columns: ofPending, from: 'pending_signups WHERE partner_id = ? AND expires_at > ?', ends: true },
    { columns: ofCompleted, from: 'partner_applications WHERE partner_id = ?', ends: false },
  ],
  test: [{ columns: ofTest, from: 'test_applications WHERE partner_id = ?', ends: false }],
};
