import { renderPage } from '../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { OfflineNotice } from './offline-notice';

const network = (isThere: boolean) =>
  act(() => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
    window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  });

afterEach(() => jest.restoreAllMocks());

it('announces at once when the connection is lost and when it is back', () => {
  renderPage(<OfflineNotice />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  network(false);
  expect(screen.getByRole('status')).toHaveTextContent('Vous êtes hors connexion');
  network(true);
  expect(screen.getByRole('status')).toHaveTextContent('La connexion est revenue.');
});

it('announces a missing connection on its first render', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderPage(<OfflineNotice />);
  expect(screen.getByRole('status')).toHaveTextContent('Ce que vous avez saisi est conservé.');
});
