import { type DisputeReason, disputeReasons, disputeWindow } from '@bank/contracts/cases';
import { addDays } from '@bank/contracts/days';
import { contestableUntil } from '../direct-debits/refund-period';

/** The last day on which a transaction of a day can be disputed for a reason; see `disputeWindow` for the sources. */
export const disputableUntil = (bookedOn: string, reason: DisputeReason): string =>
  reason === 'not_me' ? contestableUntil(bookedOn) : addDays(bookedOn, disputeWindow.otherDays);

/** The reasons that can still be given on a day, each with its last day. */
export const openReasons = (bookedOn: string, today: string): { reason: DisputeReason; until: string }[] =>
  disputeReasons
    .map((reason) => ({ reason, until: disputableUntil(bookedOn, reason) }))
    .filter(({ until }) => today <= until);
