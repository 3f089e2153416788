import type { MessagePurpose, MessageSegment } from '@bank/contracts/customer-messages';
import { endOfParisDay, parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { activeUser } from '../../people/users/active-user';

/** Conditions over `users u`, and their values in order. */
interface SegmentFilter {
  sql: string;
  values: unknown[];
}

/** The products a customer may have: an expired card, a closed account and an ended order do not count. */
const products: Record<Exclude<MessageSegment['product'], 'all'>, string> = {
  card: `EXISTS (SELECT 1 FROM accounts a JOIN cards c ON c.account_id = a.id
    WHERE a.user_id = u.id AND c.status = 'active' AND c.expiry_date >= ?)`,
  other_currency: `EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = u.id AND a.currency <> 'EUR' AND a.closed_at IS NULL)`,
  standing_order: `EXISTS (SELECT 1 FROM standing_orders o
    WHERE o.user_id = u.id AND o.deleted_at IS NULL AND o.next_run IS NOT NULL)`,
};

const agreed = 'EXISTS (SELECT 1 FROM preferences f WHERE f.user_id = u.id AND f.marketing_emails = 1)';

/** The customers of a segment; of marketing those who agreed to it. Each condition is looked up by the customer. */
export function segmentFilter(segment: MessageSegment, purpose: MessagePurpose, now: Date): SegmentFilter {
  const { level, language, country, product, joined_from: from, joined_to: to } = segment;
  const parts: [string, ...unknown[]][] = [[`u.role = 'user' AND ${activeUser()}`]];
  if (purpose === 'marketing') parts.push([agreed]);
  if (level !== 'all') parts.push([`u.kyc_status ${level === 'approved' ? '=' : '<>'} 'approved'`]);
  if (language !== 'all') parts.push(['u.language = ?', language]);
  if (country)
    parts.push(['EXISTS (SELECT 1 FROM profiles l WHERE l.user_id = u.id AND l.country = ?)', country]);
  if (product !== 'all') parts.push([products[product], ...(product === 'card' ? [parisDay(now)] : [])]);
  if (from) parts.push(['u.created_at >= ?', startOfParisDay(from)]);
  if (to) parts.push(['u.created_at < ?', endOfParisDay(to)]);
  return {
    sql: parts.map(([sql]) => sql).join(' AND '),
    values: parts.flatMap(([, ...values]) => values),
  };
}
