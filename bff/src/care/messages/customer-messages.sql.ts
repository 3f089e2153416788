import { z } from 'zod';
import {
  deliveryOutcomes,
  messageChannels,
  messageSegment,
  messageStates,
} from '@bank/contracts/customer-messages';
import { flag, isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';

/** A SET of MariaDB: names separated by commas. */
const channelSet = text
  .transform((names) => names.split(',').filter(Boolean))
  .pipe(z.array(z.enum(messageChannels)));

export const insertWords = `
  INSERT INTO written_notifications (marketing, channels, title_fr, title_en, text_fr, text_en) VALUES (?)`;
export const insertMessage = `
  INSERT INTO customer_messages (written_id, segment, per_minute, created_by, created_at) VALUES (?)`;
export const awaitApproval = 'UPDATE customer_messages SET approval_id = ? WHERE id = ?';

/** The state as people see it: one whose request was refused or is too old will not be sent. */
const shownState = `
  IF(m.state = 'awaiting' AND (s.status = 'refused' OR (s.status = 'pending' AND s.expires_at <= ?)), 'refused', m.state)`;

/** Parameter: now. */
export const selectMessages = `
  SELECT m.id, m.written_id AS writtenId, w.marketing, ${shownState} AS state, w.title_fr, w.title_en, w.text_fr,
    w.text_en, m.segment, w.channels, m.per_minute, CONCAT_WS(' ', u.first_name, u.last_name) AS author, m.created_at,
    m.started_at, m.finished_at, m.recipients
  FROM customer_messages m JOIN written_notifications w ON w.id = m.written_id JOIN users u ON u.id = m.created_by
    LEFT JOIN staff_approvals s ON s.id = m.approval_id`;
export const messageRow = rowOf({
  id: whole,
  writtenId: whole,
  marketing: flag,
  state: z.enum(messageStates),
  title_fr: text,
  title_en: text,
  text_fr: text,
  text_en: text,
  segment: jsonOf(messageSegment),
  channels: channelSet,
  per_minute: whole,
  author: text,
  created_at: isoMoment,
  started_at: isoMoment.nullable(),
  finished_at: isoMoment.nullable(),
  recipients: whole,
});
export type MessageRow = z.output<typeof messageRow>;

export const selectReport = `
  SELECT written_id AS writtenId, channel, outcome, counted AS count FROM written_deliveries WHERE written_id IN (?)`;
export const reportRow = rowOf({
  writtenId: whole,
  channel: z.enum(messageChannels),
  outcome: z.enum(deliveryOutcomes),
  count: whole,
});

export const lockMessage = `
  SELECT m.id, m.state, m.created_by AS authorId, m.segment, w.marketing, w.channels, w.title_fr, w.title_en, w.text_fr,
    w.text_en, m.per_minute
  FROM customer_messages m JOIN written_notifications w ON w.id = m.written_id WHERE m.id = ? FOR UPDATE`;
export const lockedRow = rowOf({
  id: whole,
  state: text,
  authorId: whole,
  segment: text,
  marketing: flag,
  channels: text,
  title_fr: text,
  title_en: text,
  text_fr: text,
  text_en: text,
  per_minute: whole,
});
export type LockedMessage = z.output<typeof lockedRow>;

/** Everybody who is a customer when it begins. */
export const start = `
  UPDATE customer_messages SET state = 'sending', started_at = ?, next_at = ?,
    last_id = (SELECT COALESCE(MAX(id), 0) FROM users) WHERE id = ?`;
export const stop = `UPDATE customer_messages SET state = 'stopped', finished_at = ?, next_at = NULL WHERE id = ?`;

/** The message whose next slice is due the longest; another server takes another one. */
export const lockDue = `
  SELECT m.id, m.written_id AS writtenId, w.marketing, m.segment, m.per_minute AS perMinute, m.after_id AS afterId,
    m.last_id AS lastId
  FROM customer_messages m JOIN written_notifications w ON w.id = m.written_id
  WHERE m.state = 'sending' AND m.next_at <= ? ORDER BY m.next_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
export const dueRow = rowOf({
  id: whole,
  writtenId: whole,
  marketing: flag,
  segment: jsonOf(messageSegment),
  perMinute: whole,
  afterId: whole,
  lastId: whole,
});
export type DueMessage = z.output<typeof dueRow>;
export const advance = `
  UPDATE customer_messages SET after_id = ?, recipients = recipients + ?, next_at = ?, state = ?, finished_at = ?
  WHERE id = ?`;
