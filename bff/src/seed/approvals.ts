import type { NewApproval } from '../people/staff-approvals/approval-requests.service';
import { authorOf, type DemoPerson, type Seeding } from './demo-person';
import { later } from './timeline';

const to = 25_000;
const motive = 'Achat d’un véhicule, devis fourni';
const hoursAgo = 20;

/** Plans a request that waits for a second administrator: a customer's higher limit. */
export function planApprovals({ tx, services, timeline, now }: Seeding, named: DemoPerson[]): void {
  const [, marie, sofia] = named;
  if (!marie || !sofia) throw new Error('the demonstration lacks its people');
  timeline.add(later(now, -hoursAgo), async () => {
    const current = await services.accounts.lockLimits(tx, marie.accountId);
    const payload: NewApproval['payload'] = {
      changes: [{ field: 'transfer_limit', from: current.transfer_limit, to }],
      motive,
      language: 'fr',
    };
    const request = { kind: 'limits_changed', subjectId: marie.userId, payload } as const;
    await services.approvals.request(tx, request, authorOf(sofia));
  });
}
