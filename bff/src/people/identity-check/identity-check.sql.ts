import { documentKinds } from '@bank/contracts/kyc';
import { kycStatuses } from '@bank/contracts/users';
import { z } from 'zod';
import { bytes, flag, rowOf, text, whole } from '../../platform/database/columns';
import { isDue } from '../../platform/time/due';

/** A due check; checks that another server works on are due again when its lease ends. */
export const nextDue = `
  SELECT submission_id AS id, attempts FROM identity_checks
  WHERE done_at IS NULL AND ${isDue('due_at')} ORDER BY due_at, submission_id LIMIT 1 FOR UPDATE SKIP LOCKED`;
export const dueRow = rowOf({ id: whole, attempts: whole });

/**
 * An unscreened check: made at `unlisted_at`, without a sanctions list. Its file is read again, unless that was given up: what is
 * approved must be valid that day.
 */
export const nextUnscreened = `
  SELECT submission_id AS id, IF(attempts > ?, attempts, 0) AS attempts FROM identity_checks
  WHERE unlisted_at IS NOT NULL ORDER BY unlisted_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

export const lease = `
  UPDATE identity_checks SET done_at = NULL, unlisted_at = NULL, due_at = ?, attempts = ? WHERE submission_id = ?`;
export const postpone =
  'UPDATE identity_checks SET due_at = NULL WHERE submission_id = ? AND done_at IS NULL';
export const open = 'SELECT 1 FROM identity_checks WHERE submission_id = ? AND done_at IS NULL FOR UPDATE';
/**
 * Whether a rule held a submission: before its first check, nothing else links a case about an identity to it. A check that is
 * made again finds the case of the first one, too.
 */
export const heldByRule = `
  SELECT 1 FROM identity_checks k
    JOIN case_links l ON l.type = 'submission' AND l.target_id = k.submission_id
    JOIN cases c ON c.id = l.case_id AND c.kind = 'identity' AND c.state <> 'decided'
  WHERE k.submission_id = ? AND (k.findings IS NULL OR k.findings LIKE '%"held_by_rule"%') LIMIT 1`;
export const settle = `
  UPDATE identity_checks SET done_at = ?, findings = ?, unlisted_at = ? WHERE submission_id = ? AND done_at IS NULL`;
/** What an earlier check found stays. */
export const drop = `
  UPDATE identity_checks SET done_at = ?, findings = COALESCE(findings, '[]')
  WHERE submission_id = ? AND done_at IS NULL`;

export const submission = `
  SELECT s.user_id AS userId, s.status, s.first_name AS firstName, s.last_name AS lastName,
    DATE_FORMAT(s.birth_date, '%Y-%m-%d') AS birthDate, CONCAT(u.first_name, ' ', u.last_name) AS accountName,
    u.email_verified_at AS verifiedAt, u.deleted_at AS deletedAt
  FROM kyc_submissions s JOIN users u ON u.id = s.user_id WHERE s.id = ?`;
export const submissionRow = rowOf({
  userId: whole,
  status: text,
  firstName: text,
  lastName: text,
  birthDate: text,
  accountName: text,
  verifiedAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
});
export type Submission = z.infer<typeof submissionRow>;

export const status = `
  SELECT s.status, u.deleted_at IS NOT NULL AS isDeleted
  FROM kyc_submissions s JOIN users u ON u.id = s.user_id WHERE s.id = ?`;
export const statusRow = rowOf({ status: z.enum([...kycStatuses, 'superseded']), isDeleted: flag });

export const files = `
  SELECT id, kind, media_type AS mediaType, sha256, file FROM documents WHERE submission_id = ? ORDER BY id`;
export const fileRow = rowOf({
  id: whole,
  kind: z.enum(documentKinds),
  mediaType: text,
  sha256: bytes,
  file: text,
});
export type StoredFile = z.infer<typeof fileRow>;

/** The first of an identity document keeps it; a second one waits here for the commit of the first. */
export const claimDocument =
  'INSERT IGNORE INTO identity_documents (digest, user_id, seen_at) VALUES (?, ?, ?)';
export const ownersOfDocument = 'SELECT user_id AS id FROM identity_documents WHERE digest IN (?) FOR UPDATE';
