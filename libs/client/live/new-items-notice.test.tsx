import { renderPage } from '../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NewItemsNotice } from './new-items-notice';
import { publishLiveEvent } from './live-events';

function open({ isConcerned = true } = {}) {
  const onShow = jest.fn(() => Promise.resolve());
  renderPage(
    <NewItemsNotice
      queue="ticket_queue"
      waiting="open"
      isConcerned={isConcerned}
      known={[{ id: 1 }]}
      message={(count) => `${count} de plus`}
      onShow={onShow}
    />,
  );
  return onShow;
}
const hear = (id: number, status: 'open' | 'closed') =>
  act(() => publishLiveEvent({ type: 'ticket_queue', data: { id, status } }));
const refresh = () => screen.queryByRole('button', { name: 'Actualiser' });

it('counts new items that are still pending, except those that the list shows', () => {
  open();
  hear(1, 'open');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(refresh()).not.toBeInTheDocument();
  hear(2, 'open');
  hear(3, 'open');
  hear(2, 'closed');
  expect(screen.getByRole('status')).toHaveTextContent('1 de plus');
});

it('disappears once the list is fetched again', async () => {
  const onShow = open();
  hear(2, 'open');
  await userEvent.click(refresh()!);
  expect(onShow).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('does not count items that the filter excludes', () => {
  open({ isConcerned: false });
  hear(2, 'open');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
