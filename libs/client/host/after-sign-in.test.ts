/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { preloadRemote } from '../remotes/remote-loader';

jest.mock('../remotes/published', () => ({ routeAt: () => ({ remote: 'dashboard' }) }));
jest.mock('../remotes/remote-loader', () => ({ preloadRemote: jest.fn() }));
jest.mock('./signed-in-parts', () => ({}));

const load = async (connection?: { saveData: boolean }) => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  await jest.isolateModulesAsync(async () => void (await import('./after-sign-in')));
};

beforeEach(() => jest.mocked(preloadRemote).mockClear());

it('fetches the page that follows the sign-in', async () => {
  await load();
  await load({ saveData: false });
  expect(jest.mocked(preloadRemote).mock.calls).toEqual([['dashboard'], ['dashboard']]);
});

it('fetches nothing ahead for a browser that spares data', async () => {
  await load({ saveData: true });
  expect(preloadRemote).not.toHaveBeenCalled();
});
