import { ApiException } from './api-exception';
import { FailedItems, ItemsFailed } from './items-failed';

const failed = (...errors: unknown[]) => {
  const items = new FailedItems();
  for (const error of errors) items.add(error);
  return items;
};

it('a run in which an item failed fails at its end, with those of its parts', () => {
  const run = failed(new Error('broken'), new ItemsFailed(5, 2));
  expect(() => run.end(7)).toThrow(expect.objectContaining({ done: 7, failed: 3 }));
});

it('a run whose items failed for the moment only does not', () => {
  expect(() => failed(new ApiException('UNAVAILABLE')).end(7)).not.toThrow();
  expect(() => failed(new ApiException('NOT_FOUND')).end(7)).toThrow(ItemsFailed);
});
