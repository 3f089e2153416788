/** @jest-environment jsdom */
import { bindPush } from './push-binding';

const put = jest.fn();
jest.mock('../http/api', () => ({
  api: { put: (...call: unknown[]) => put(...call) as unknown },
  withoutActivity: (work: () => unknown) => work(),
}));

const unsubscribe = jest.fn(async () => true);
const close = jest.fn();

beforeEach(() => {
  jest.clearAllMocks();
  const registration = {
    getNotifications: async () => [{ close }],
    pushManager: { getSubscription: async () => ({ endpoint: 'https://push.example/1', unsubscribe }) },
  };
  const value = { getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
  Object.assign(globalThis, { Notification: { permission: 'granted' } });
});
afterEach(() => {
  delete (navigator as unknown as Record<string, unknown>).serviceWorker;
  Reflect.deleteProperty(globalThis, 'Notification');
});

/** Lets what was begun without being awaited go on. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('binds the subscription of the person who is signed in', async () => {
  put.mockResolvedValue({ subscribed: true });
  await bindPush();
  await settled();
  expect(put).toHaveBeenCalledWith('/push/subscriptions/current', { endpoint: 'https://push.example/1' });
  expect([unsubscribe, close].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

it('ends the subscription of another person, whose messages leave the screen', async () => {
  put.mockResolvedValue({ subscribed: false });
  await bindPush();
  await settled();
  expect([unsubscribe, close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('leaves the subscription while the server cannot be reached', async () => {
  put.mockRejectedValue(new Error('away'));
  await bindPush();
  await settled();
  expect([unsubscribe, close].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
