import type { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import type { CutOffsService } from './cut-offs.service';
import { PaymentDispatchService } from './payment-dispatch.service';

const none = undefined as never;

function dispatchOver(isWaiting: boolean) {
  const exists = jest.fn(() => Promise.resolve(isWaiting));
  const transaction = jest.fn(() => Promise.resolve(undefined));
  const database = { exists, transaction } as unknown as Database;
  const cutOffs = { latest: (now: Date) => Promise.resolve(now) } as CutOffsService;
  const dispatch = new PaymentDispatchService(database, none, none, none, cutOffs, none, none, new Clock());
  return { dispatch, exists, transaction };
}

it('asks the database once in a round in which no payment waits, and locks nothing', async () => {
  const { dispatch, exists, transaction } = dispatchOver(false);
  expect(await dispatch.sendBatches()).toBe(0);
  expect(await dispatch.sendInstant()).toBe(0);
  expect(exists).toHaveBeenCalledTimes(2);
  expect(transaction).not.toHaveBeenCalled();
});

it('looks for payments of each method once one waits', async () => {
  const { dispatch, transaction } = dispatchOver(true);
  expect(await dispatch.sendBatches()).toBe(0);
  expect(transaction).toHaveBeenCalledTimes(2);
});
