import type { EventType } from '@bank/contracts/events';
import { allows, type Holder, type Permission } from '@bank/contracts/permissions';

/** What staff must be allowed to read to be notified of a change of it; null for what only its customer is notified of. */
const readable: Record<EventType, Permission | null> = {
  balance: null,
  transaction: null,
  notification: null,
  card: null,
  card_purchase: null,
  card_challenge: null,
  direct_debit: null,
  session: null,
  kyc: null,
  case: null,
  payment: 'payments:review',
  kyc_queue: 'kyc:review',
  ticket_queue: 'tickets:manage',
  conversation: 'tickets:manage',
  case_queue: 'cases:manage',
  // Identity files and messages are read only by staff who read payments as well.
  work_item: 'payments:review',
  approval_queue: 'approvals:decide',
  incident: 'incidents:manage',
  release: 'releases:manage',
};

const permissions = new Map<string, Permission | null>(Object.entries(readable));

/** Whether an event for administrators is for this one: pages of others do not show what changed. */
export function readsQueue(holder: Holder, type: string): boolean {
  const permission = permissions.get(type);
  return permission != null && allows(holder, permission);
}
