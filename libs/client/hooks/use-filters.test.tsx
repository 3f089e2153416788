import { act, renderHook, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation, useNavigate } from './router';
import { useFilters } from './use-filters';

const oneOf = (...values: string[]) => ({
  safeParse: (value: string) => ({ success: values.includes(value) }),
});
const judges = {
  search: { safeParse: () => ({ success: true }) },
  status: oneOf('active', 'closed'),
  page: { safeParse: (value: string) => ({ success: /^[1-9]\d*$/.test(value) }) },
};

function at(address: string) {
  history.replaceState(null, '', address);
  const { result } = renderHook(
    () => ({
      ...useFilters(judges, ['search', 'status']),
      navigate: useNavigate(),
      address: useLocation().search,
    }),
    { wrapper: BrowserRouter },
  );
  return result;
}

it('reads the address, and treats invalid values as absent', () => {
  const values = { search: 'marie', status: 'active' };
  expect(at('/?search=marie&status=active&page=3').current).toMatchObject({
    values,
    page: 3,
    isFiltered: true,
  });
  expect(at('/?status=asleep&page=-1').current).toMatchObject({
    values: { search: '', status: '' },
    page: 1,
    isFiltered: false,
  });
});

it('returns to the first page when a filter changes', () => {
  const list = at('/?search=marie&page=3');
  act(() => list.current.change({ status: 'closed' }));
  expect(list.current.address).toBe('?search=marie&status=closed');
  act(() => list.current.choice('status').onChange({ target: { value: '' } }));
  expect(list.current.address).toBe('?search=marie');
});

it('keeps a pending change when the next one follows', () => {
  const list = at('/?page=2');
  act(() => {
    list.current.change({ status: 'closed' });
    list.current.change({ search: 'marie' });
  });
  expect(list.current.address).toBe('?status=closed&search=marie');
});

it('keeps the filters across pages, and supports the back button', async () => {
  const list = at('/?status=active');
  act(() => list.current.goTo(2));
  expect(list.current.address).toBe('?status=active&page=2');
  act(() => void list.current.navigate(-1));
  await waitFor(() => expect(list.current).toMatchObject({ page: 1, address: '?status=active' }));
});

it('clears the filters, and nothing else of the address', () => {
  const list = at('/?search=marie&status=active&page=2&theme=dark');
  act(() => list.current.clear());
  expect(list.current).toMatchObject({ isFiltered: false, address: '?theme=dark' });
});
