import { z } from 'zod';
import { conversationLine, conversationStates, presence } from '@bank/contracts/conversations';
import { languages } from '@bank/contracts/language';
import { chatLines } from '@bank/contracts/support';
import { visitorHours, visitorMinutesAfterEnd } from '@bank/contracts/visitor-conversations';
import { flag, isoMoment, jsonOf, moment, rowOf, text, whole } from '../../platform/database/columns';
import { activeUser } from '../../people/users/active-user';

const state = z.enum(conversationStates);
const language = z.enum(languages);

const lockColumns = `
  SELECT id, user_id AS userId, state, staff_id AS staffId, language, before_lines AS beforeLines, visitor_until AS visitorUntil,
    visitor_name AS visitorName, visitor_email AS visitorEmail, awaits_address AS awaitsAddress
  FROM conversations`;
export const lockOne = `${lockColumns} WHERE id = ? FOR UPDATE`;
export const lockOpen = `${lockColumns} WHERE open_user_id = ? FOR UPDATE`;
/** The secret of a visitor opens the conversation until its time, and only where it began: a partner's page, or the bank. */
const ofVisitor = 'visitor_digest = ? AND visitor_until > UTC_TIMESTAMP(3) AND partner_id <=> ?';
export const lockVisitors = `${lockColumns} WHERE ${ofVisitor} FOR UPDATE`;
export const lockedRow = rowOf({
  id: whole,
  /** Null for a visitor. */
  userId: whole.nullable(),
  state,
  staffId: whole.nullable(),
  language,
  beforeLines: jsonOf(chatLines),
  /** Null for a customer. */
  visitorUntil: moment.nullable(),
  visitorName: text.nullable(),
  visitorEmail: text.nullable(),
  awaitsAddress: flag,
});
export type Locked = z.output<typeof lockedRow>;

/** By the clock of the database, since the pages of one person reach servers whose clocks differ by more. */
const isThere = `p.seen_at > UTC_TIMESTAMP(3) - INTERVAL ${presence.goneAfterSeconds} SECOND`;

/**
 * The next open conversation whose time is up, or whose member of staff has not been seen since. What another server has locked
 * is skipped.
 */
export const claimDue = `
  ${lockColumns} v WHERE v.state IN ('waiting', 'live') AND v.id NOT IN (?) AND (v.answer_until <= UTC_TIMESTAMP(3) OR
    (v.state = 'live' AND NOT EXISTS (SELECT 1 FROM staff_presence p WHERE p.user_id = v.staff_id AND ${isThere})))
  ORDER BY v.state, v.id LIMIT 1 FOR UPDATE SKIP LOCKED`;
export const openOfStaff = `SELECT id FROM conversations WHERE state = 'live' AND staff_id = ? ORDER BY id`;

/** In so many seconds, by the clock of the database, since another server may end what nobody answered; NULL for NULL. */
const answerUntil = 'UTC_TIMESTAMP(3) + INTERVAL ? SECOND';
export const insert = `
  INSERT INTO conversations (user_id, open_user_id, state, language, before_lines, answer_until, created_at)
  VALUES (?, ?, ?, ?, ?, ${answerUntil}, UTC_TIMESTAMP(3))`;
export const take = `UPDATE conversations SET state = 'live', staff_id = ?, answer_until = ${answerUntil} WHERE id = ?`;
/** The first of several messages without an answer counts. */
export const awaitAnswer = `UPDATE conversations SET answer_until = COALESCE(answer_until, ${answerUntil}) WHERE id = ?`;
export const answered = 'UPDATE conversations SET answer_until = NULL WHERE id = ?';
export const end = `
  UPDATE conversations SET state = 'ended', open_user_id = NULL, answer_until = NULL, ticket_id = ?, awaits_address = ?,
    visitor_until = IF(?, visitor_until, LEAST(visitor_until, UTC_TIMESTAMP(3) + INTERVAL ${visitorMinutesAfterEnd} MINUTE))
  WHERE id = ?`;

export const insertVisitors = `
  INSERT INTO conversations (visitor_digest, visitor_until, visitor_name, visitor_email, consented_at, partner_id, partner_name,
    state, language, before_lines, answer_until, created_at)
  VALUES (?, UTC_TIMESTAMP(3) + INTERVAL ${visitorHours} HOUR, ?, ?, ?, ?, ?, ?, ?, ?, ${answerUntil}, UTC_TIMESTAMP(3))`;
export const countWaitingVisitors = `
  SELECT COUNT(*) FROM (SELECT 1 FROM conversations WHERE state = 'waiting' AND user_id IS NULL LIMIT ?) waiting`;
export const leaveAddress = `
  UPDATE conversations SET visitor_name = ?, visitor_email = ?, consented_at = ? WHERE id = ?`;

export const insertMessage = `
  INSERT INTO conversation_messages (conversation_id, author_id, is_staff, message, created_at, visitor_until) VALUES (?)`;
export const countMessages = 'SELECT COUNT(*) FROM conversation_messages WHERE conversation_id = ?';
export const selectLines = `
  SELECT m.id, IF(m.is_staff = 1, 'staff', 'customer') AS \`from\`, COALESCE(u.first_name, v.visitor_name, '') AS name,
    m.message AS text, m.created_at AS at
  FROM conversation_messages m JOIN conversations v ON v.id = m.conversation_id LEFT JOIN users u ON u.id = m.author_id
  WHERE m.conversation_id = ? ORDER BY m.id LIMIT ?`;
export const lineRow = rowOf({ ...conversationLine.shape, id: whole, at: isoMoment });

const columns = `
  SELECT v.id, v.state, v.language, v.created_at, v.answer_until, v.user_id AS customerId,
    CONCAT_WS(' ', c.first_name, c.last_name) AS customer, v.staff_id AS staffId, s.first_name AS staffFirstName,
    CONCAT_WS(' ', s.first_name, s.last_name) AS staff, v.before_lines AS beforeLines, v.ticket_id AS ticketId, t.reference,
    v.visitor_until AS visitorUntil, v.visitor_name AS visitorName, v.visitor_email AS visitorEmail,
    v.awaits_address AS awaitsAddress, v.partner_name AS partner
  FROM conversations v LEFT JOIN users c ON c.id = v.user_id LEFT JOIN users s ON s.id = v.staff_id
  LEFT JOIN tickets t ON t.id = v.ticket_id`;
export const selectOne = `${columns} WHERE v.id = ?`;
export const selectVisitors = `${columns} WHERE ${ofVisitor}`;
export const selectNewest = `${columns} WHERE v.user_id = ? AND v.created_at > ? ORDER BY v.id DESC LIMIT 1`;
/** Those that wait come first, the oldest first. */
export const selectOpen = `${columns} WHERE v.state IN ('waiting', 'live') ORDER BY v.state, v.id LIMIT ?`;
export const conversationRow = rowOf({
  id: whole,
  state,
  language,
  created_at: isoMoment,
  answer_until: isoMoment.nullable(),
  customerId: whole.nullable(),
  customer: text,
  staffId: whole.nullable(),
  staffFirstName: text.nullable(),
  staff: text,
  beforeLines: jsonOf(chatLines),
  ticketId: whole.nullable(),
  reference: text.nullable(),
  visitorUntil: isoMoment.nullable(),
  visitorName: text.nullable(),
  visitorEmail: text.nullable(),
  awaitsAddress: flag,
  partner: text.nullable(),
});
export type ConversationRow = z.output<typeof conversationRow>;

export const selectPerson = `
  SELECT first_name AS firstName, last_name AS lastName, email, phone FROM users WHERE id = ?`;
export const personRow = rowOf({ firstName: text, lastName: text, email: text, phone: text.nullable() });

export const seen = `
  INSERT INTO staff_presence (user_id, seen_at) VALUES (?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at)`;
export const selectPresence = `SELECT ${isThere} AS isThere FROM staff_presence p WHERE p.user_id = ? FOR UPDATE`;
export const presenceRow = rowOf({ isThere: flag });
export const leave = 'DELETE FROM staff_presence WHERE user_id = ?';
/** Former staff are excluded, however recently they were seen. */
export const selectPresent = `
  SELECT COUNT(*) AS present, COALESCE(SUM(p.user_id = ?), 0) AS own FROM staff_presence p JOIN users u ON u.id = p.user_id
  WHERE ${isThere} AND u.role = 'admin' AND ${activeUser()}`;
export const presentRow = rowOf({ present: whole, own: flag });
