import type { ApprovalPayload } from '../staff-approvals/approval-rows';
import { authorOf, type Life, type Seeding } from './life';
import { later } from './timeline';

const to = 25_000;
const motive = 'Achat d’un véhicule, devis fourni';
const hoursAgo = 20;

/** Plans what an administrator asked for that waits for a second one: a customer's higher limit. */
export function planApprovals({ runner, services, timeline, now }: Seeding, named: Life[]): void {
  const [, marie, sofia] = named;
  if (!marie || !sofia) throw new Error('the demonstration lacks its people');
  timeline.add(later(now, -hoursAgo), async () => {
    const current = await services.accounts.lockLimits(runner, marie.accountId);
    const payload: ApprovalPayload = {
      changes: [{ field: 'transfer_limit', from: current.transfer_limit, to }],
      ...{ motive, passwordLink: false, language: 'fr' },
    };
    const request = { kind: 'limits_changed', subjectId: marie.userId, payload } as const;
    await services.approvals.request(runner, request, authorOf(sofia));
  });
}
