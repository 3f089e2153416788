import { contentDigest, signRequest } from '@bank/contracts/rails/signature';
import { cardKey, startTestWorld, type TestWorld, textKey } from '../../../../tests/support/world';

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

const path = '/telephones/messages';
const send = (message: object, options: object = {}) =>
  world.post(path, JSON.stringify(message), { key: textKey, ...options });
const readBy = async (number: string) => {
  const response = await fetch(`${world.url()}/play/telephones?number=${encodeURIComponent(number)}`);
  return ((await response.json()) as { messages: { id: string; text: string }[] }).messages;
};

describe('a telephone', () => {
  it('receives each message once by its id, and shows it on the page', async () => {
    const message = { id: 'a-1', to: '+33639981001', text: 'Bank PCS. Votre code : <123>' };
    const [first, second] = await Promise.all([send(message), send(message)]);
    expect([first, second]).toEqual([
      expect.objectContaining({ status: 200, text: '{"id":"a-1","result":"delivered"}' }),
      expect.objectContaining({ status: 200, text: '{"id":"a-1","result":"delivered"}' }),
    ]);
    expect(await readBy('+33639981001')).toEqual([
      expect.objectContaining({ id: 'a-1', text: message.text }),
    ]);
    expect(await readBy('+33639981002')).toEqual([]);
    const html = await (await fetch(`${world.url()}/?lang=en`)).text();
    expect(html).toContain('Telephones');
    expect(html).toContain('Votre code : &lt;123&gt;');
  });

  it('keeps the first of two messages with one id', async () => {
    await send({ id: 'a-2', to: '+33639981003', text: 'first' });
    expect((await send({ id: 'a-2', to: '+33639981003', text: 'second' })).status).toBe(409);
    expect((await send({ id: 'a-2', to: '+33639981004', text: 'first' })).status).toBe(409);
    expect(await readBy('+33639981003')).toMatchObject([{ text: 'first' }]);
  });

  it.each([
    ['a national number', { id: 'b', to: '0639981001', text: 'x' }],
    ['no text', { id: 'b', to: '+33639981001', text: '' }],
    ['an id with a space', { id: 'b 1', to: '+33639981001', text: 'x' }],
    ['nothing at all', {}],
  ])('refuses %s', async (_what, message) => {
    expect((await send(message)).status).toBe(400);
  });

  it('refuses what is unsigned, altered, replayed, old, or signed with another key', async () => {
    const message = { id: 'c', to: '+33639981005', text: 'x' };
    const unsigned = await fetch(world.url() + path, { method: 'POST', body: JSON.stringify(message) });
    expect(unsigned.status).toBe(401);
    expect((await send(message, { key: cardKey })).status).toBe(401);
    expect((await send(message, { at: new Date(Date.now() - 301_000) })).status).toBe(401);
    const url = world.url() + path;
    const digest = contentDigest(JSON.stringify(message));
    const headers = {
      ...(await signRequest(textKey, { method: 'POST', url, digest })),
      'content-digest': digest,
    };
    const altered = JSON.stringify({ ...message, to: '+33639981006' });
    expect((await fetch(url, { method: 'POST', headers, body: altered })).status).toBe(401);
    expect(await readBy('+33639981006')).toEqual([]);
    const post = () => fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(401);
    expect(await readBy('+33639981005')).toHaveLength(1);
  });
});
