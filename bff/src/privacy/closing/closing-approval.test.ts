import type { JudgedCall } from '../../platform/http/approval';
import { ClosingApproval } from './closing-approval.service';

it('shows the account that gets the balance in groups, to be compared', async () => {
  const call = { context: { language: 'fr' }, body: { iban: 'DE89370400440532013000' } };
  const asked = await new ClosingApproval().demand(call as unknown as JudgedCall<{ iban: string }>);
  expect(asked.summary).toMatchObject({
    action: 'relation_closed',
    detail: expect.stringContaining('DE89 3704 0044 0532 0130 00'),
  });
});
