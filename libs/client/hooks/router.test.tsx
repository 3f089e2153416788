import { Profiler } from 'react';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  BrowserRouter,
  Link,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from './router';

const Params = () => <p>{JSON.stringify(useParams())}</p>;

function Shown() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

const at = (address: string) => history.replaceState(null, '', address);
const shown = () => screen.getByRole('status').textContent;

function hooksAt(address: string) {
  at(address);
  return renderHook(() => ({ location: useLocation(), navigate: useNavigate(), search: useSearchParams() }), {
    wrapper: BrowserRouter,
  }).result;
}

it('shows the first route that the path matches, with its parameters decoded', () => {
  const routes = (
    <Routes>
      {null}
      {['/cards', '/cartes'].map((path) => (
        <Route key={path} path={path} element="cards" />
      ))}
      <Route path="/cards/:id" element={<Params />} />
      <Route path="*" element="nothing" />
    </Routes>
  );
  const textAt = (address: string) => {
    at(address);
    const { container, unmount } = render(routes, { wrapper: BrowserRouter });
    const { textContent } = container;
    unmount();
    return textContent;
  };
  expect(textAt('/cartes/')).toBe('cards');
  expect(textAt('/cards/a%20b')).toBe('{"id":"a b"}');
  // Typed by hand: no valid escape.
  expect(textAt('/cards/100%')).toBe('{"id":"100%"}');
  expect(textAt('/cards/1/2')).toBe('nothing');
});

it('shows another page from its top, and keeps the place on the same page', async () => {
  const scroll = jest.spyOn(window, 'scrollTo');
  const { current } = hooksAt('/cards');
  await act(() => current.navigate('?page=2'));
  await act(() => current.navigate('#used'));
  expect(scroll).not.toHaveBeenCalled();
  await act(() => current.navigate('/cards/7', { replace: true }));
  expect(scroll.mock.calls).toEqual([[{ top: 0, behavior: 'instant' }]]);
});

it('follows a plain click on a link, and leaves every other click to the browser', async () => {
  at('/here?page=2');
  render(
    <>
      <Link to="/there#end">there</Link>
      <Link to="?tab=data">tab</Link>
      <Link to={{ search: '' }}>list</Link>
      <Link to="/away" onClick={(event) => event.preventDefault()}>
        held
      </Link>
      <Link to="/window" target="_blank">
        window
      </Link>
      <Shown />
    </>,
    { wrapper: BrowserRouter },
  );
  const link = (name: string) => screen.getByRole('link', { name });
  expect(link('tab')).toHaveAttribute('href', '/here?tab=data');
  expect(link('list')).toHaveAttribute('href', '/here');
  for (const modifier of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    expect(fireEvent.click(link('there'), { [modifier]: true })).toBe(true);
  expect(fireEvent.click(link('window'))).toBe(true);
  await userEvent.click(link('held'));
  expect(shown()).toBe('/here?page=2');
  await userEvent.click(link('there'));
  expect(shown()).toBe('/there#end');
});

it('keeps a page that is opened again once in the history, as another visit', async () => {
  const { current: before } = hooksAt('/list');
  const length = history.length;
  render(<Link to="/list">again</Link>, { wrapper: BrowserRouter });
  const { result } = renderHook(useLocation, { wrapper: BrowserRouter });
  await userEvent.click(screen.getByRole('link'));
  expect(history.length).toBe(length);
  expect(before.location.key).toBe('default');
  expect(result.current.key).not.toBe('default');
});

it('gives a state along, and goes back', async () => {
  const router = hooksAt('/one');
  act(() => void router.current.navigate('/two', { state: { search: 'x' } }));
  expect(router.current.location).toMatchObject({ pathname: '/two', state: { search: 'x' } });
  act(() => void router.current.navigate(-1));
  await waitFor(() => expect(router.current.location).toMatchObject({ pathname: '/one', state: null }));
});

it('replaces the query by a function’s result, and drops malformed escapes', () => {
  const router = hooksAt('/list?from=%2Fa%3Fb%3D%2526#row');
  expect(router.current.search[0].get('from')).toBe('/a?b=%26');
  act(() => router.current.search[1]((now) => ({ ...Object.fromEntries(now), page: '2' })));
  expect(router.current.location).toMatchObject({ search: '?from=%2Fa%3Fb%3D%2526&page=2', hash: '' });
  act(() => router.current.search[1]({}, { replace: true }));
  expect(router.current.location).toMatchObject({ pathname: '/list', search: '' });
});

it('redirects', () => {
  at('/old');
  render(
    <>
      <Routes>
        <Route path="/old" element={<Navigate to="/new?x=1" replace />} />
      </Routes>
      <Shown />
    </>,
    { wrapper: BrowserRouter },
  );
  expect(shown()).toBe('/new?x=1');
});

it('renders a link again when its address changes, and not at each move', () => {
  at('/one');
  const onRender = { fixed: jest.fn(), ofPage: jest.fn() };
  render(
    <>
      <Profiler id="fixed" onRender={onRender.fixed}>
        <Link to="/cards">Cards</Link>
      </Profiler>
      <Profiler id="ofPage" onRender={onRender.ofPage}>
        <Link to="?page=2">Next</Link>
      </Profiler>
      <Link to="/two">Two</Link>
      <Shown />
    </>,
    { wrapper: BrowserRouter },
  );
  fireEvent.click(screen.getByText('Two'));
  expect(shown()).toBe('/two');
  expect(screen.getByText('Next').getAttribute('href')).toBe('/two?page=2');
  expect(onRender.ofPage).toHaveBeenCalledTimes(2);
  expect(onRender.fixed).toHaveBeenCalledTimes(1);
});
