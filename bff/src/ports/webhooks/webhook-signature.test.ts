import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, webhookSignatures } from './webhook-signature';

const body = '{"type":"application.completed","data":{"reference":"é"}}';
const at = Math.floor(Date.now() / 1000);
const headersOf = (secrets: string[], changes: Record<string, string> = {}) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(at),
  'webhook-signature': webhookSignatures(secrets, 'msg_1', at, body),
  ...changes,
});

it('is accepted by the reference library, with either secret during a rotation', () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()];
  for (const secret of [one, other])
    expect(new Webhook(secret).verify(body, headersOf([one, other]))).toEqual(JSON.parse(body));
});

it('is the signature of the specification’s example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signature = webhookSignatures(
    [secret],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330,
    '{"test": 2432232314}',
  );
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it.each([
  ['another secret', [newWebhookSecret()], {}],
  ['another id', undefined, { 'webhook-id': 'msg_2' }],
  ['another time', undefined, { 'webhook-timestamp': String(at + 1) }],
])('is refused with %s', (_what, secrets, changes) => {
  const secret = newWebhookSecret();
  expect(() => new Webhook(secret).verify(body, headersOf(secrets ?? [secret], changes))).toThrow();
});
