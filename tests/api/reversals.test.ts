import { ApiException } from '../../bff/src/platform/errors/api-exception';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { ReversalsService } from '../../bff/src/money/ledger/reversals.service';
import { startLedger, type TestLedger } from '../support/ledger';

let bank: TestLedger;
let reversals: ReversalsService;

beforeAll(async () => {
  bank = await startLedger(2);
  reversals = new ReversalsService(bank.ledger);
  await bank.move(bankAccounts.funding, bank.customer(0), 10_000n);
});
afterAll(() => bank.stop());

const reverse = (reference: string) =>
  bank.database.transaction((tx) => reversals.reverse(tx, reference, { createdBy: null, requestId: null }));

it('moves the money back by a transfer that refers to the reversed one', async () => {
  const { reference, transferId } = await bank.move(bank.customer(0), bank.customer(1), 4_000n);
  const reversal = await reverse(reference);
  expect([await bank.balanceOf(bank.customer(0)), await bank.balanceOf(bank.customer(1))]).toEqual([
    10_000n,
    0n,
  ]);
  const [row] = await bank.owner.rows('SELECT kind, reverses FROM transfers WHERE id = ?', [
    reversal.transferId,
  ]);
  expect(row).toEqual({ kind: 'reversal', reverses: String(transferId) });
});

it('happens once, even with many simultaneous requests', async () => {
  const { reference } = await bank.move(bank.customer(0), bank.customer(1), 1_000n);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => reverse(reference)));
  const refused = outcomes.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as ApiException] : [],
  );
  expect(refused.map(({ code }) => code)).toEqual(Array(7).fill('ALREADY_REVERSED'));
  expect(await bank.balanceOf(bank.customer(0))).toBe(10_000n);
});

it('is refused without funds, for a reversal and for an unknown transfer', async () => {
  const { reference } = await bank.move(bank.customer(0), bank.customer(1), 10_000n);
  await bank.move(bank.customer(1), bankAccounts.outside, 60_000n);
  await expect(reverse(reference)).rejects.toEqual(new ApiException('INSUFFICIENT_FUNDS'));
  await bank.move(bankAccounts.outside, bank.customer(1), 60_000n);
  const reversal = await reverse(reference);
  await expect(reverse(reversal.reference)).rejects.toEqual(new ApiException('ALREADY_REVERSED'));
  await expect(reverse('TR-NOSUCHTHING')).rejects.toEqual(new ApiException('NOT_FOUND'));
});
