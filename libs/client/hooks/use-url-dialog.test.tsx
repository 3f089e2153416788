import { act, renderHook, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation, useNavigate } from './router';
import { useUrlDialog } from './use-url-dialog';

function at(address: string) {
  history.replaceState(null, '', address);
  const { result } = renderHook(
    () => ({ ...useUrlDialog('add-funds'), navigate: useNavigate(), search: useLocation().search }),
    { wrapper: BrowserRouter },
  );
  return result;
}

it('opens through the address, keeping its other parameters, and closes with the back button', async () => {
  const dialog = at('/solde?page=2');
  act(() => dialog.current.open());
  expect(dialog.current).toMatchObject({ isOpen: true, search: '?page=2&action=add-funds' });
  act(() => void dialog.current.navigate(-1));
  await waitFor(() => expect(dialog.current).toMatchObject({ isOpen: false, search: '?page=2' }));
});

it('is open at its own address, and can be closed', () => {
  const dialog = at('/solde?action=add-funds');
  expect(dialog.current.isOpen).toBe(true);
  act(() => dialog.current.close());
  expect(dialog.current).toMatchObject({ isOpen: false, search: '' });
  expect(at('/solde?action=create-card').current.isOpen).toBe(false);
});
