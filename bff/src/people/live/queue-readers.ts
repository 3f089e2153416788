import type { EventType } from '@bank/contracts/events';
import { allows, type Holder, type Permission } from '@bank/contracts/permissions';

/** The permissions of which staff need one to be notified of a change; empty where only its customer is notified. */
const readable: Record<EventType, Permission[]> = {
  balance: [],
  transaction: [],
  notification: [],
  card: [],
  card_purchase: [],
  card_challenge: [],
  direct_debit: [],
  planned_payment: [],
  session: [],
  kyc: [],
  case: [],
  payment: ['payments:review'],
  kyc_queue: ['kyc:review'],
  ticket_queue: ['tickets:manage'],
  conversation: ['tickets:manage'],
  case_queue: ['cases:manage'],
  work_item: ['payments:review', 'kyc:review', 'tickets:manage'],
  approval_queue: ['approvals:decide'],
  incident: ['incidents:manage'],
  release: ['releases:manage'],
};

const permissionsOf = new Map<string, Permission[]>(Object.entries(readable));

/** Whether an event for administrators concerns this one: other administrators' pages do not show the change. */
export const readsQueue = (holder: Holder, type: string): boolean =>
  (permissionsOf.get(type) ?? []).some((permission) => allows(holder, permission));
