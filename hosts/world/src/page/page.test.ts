import { request } from 'node:http';
import { startTestWorld, type TestWorld } from '../../../../tests/support/world';
import { inLines } from './message-list';

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
  world.bank.behave = () => ({ status: 503 });
});
afterAll(() => world.stop());

const read = async (path: string) => {
  const response = await fetch(world.url() + path);
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const submit = (form: string, values: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${world.url()}/${form}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(values),
  });
const credit = { iban: 'FR7699999000010000000012345', name: 'Marie', amount: '1 234,50', lang: 'en' };

describe('the page', () => {
  it('is in French, or in English on request, and in both marked as made up', async () => {
    const french = await read('/');
    expect(french.html).toContain('<html lang="fr">');
    expect(french.html).toContain('Tout ici est inventé');
    const english = await read('/?lang=en');
    expect(english.html).toContain('<html lang="en">');
    expect(english.html).toContain('Everything here is made up');
    expect(english.html).toContain('Élodie Marchand');
    expect(french.html).toContain('value="152,40"');
    expect(english.html).toContain('value="152.40"');
  });

  it('allows nothing inline and nothing from elsewhere', async () => {
    const { headers, html } = await read('/');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    for (const file of ['world.css', 'forms.css', 'lists.css', 'live.js', 'world.svg'])
      expect((await read(`/assets/${file}`)).status).toBe(200);
  });

  it('sends what its form was filled with, and confirms it', async () => {
    const response = await submit('credits', { ...credit, reference: '<script>alert(1)</script>' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/?lang=en&done=credits#credits');
    const { html } = await read('/?lang=en&done=credits');
    expect(html).toContain('The transfer is on its way to the bank.');
    expect(html).toContain('€1,234.50');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert');
  });

  it('shows a form again as it was typed, with each fault', async () => {
    const response = await submit('credits', { ...credit, iban: '"><b>', amount: '1,234' });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(html).toContain('value="Marie"');
    expect(html).toContain('Give an IBAN');
    expect(html).toContain('Give an amount');
    expect(html).not.toContain('Give a name');
  });

  it('switches one fault at a time, and all off', async () => {
    const pressed = async () =>
      [...(await read('/')).html.matchAll(/value="(\w+)" aria-pressed="true"/g)].map(([, fault]) => fault);
    await submit('misbehaviour', { fault: 'twice', for: '60' });
    await submit('misbehaviour', { fault: 'late_answer', for: '60' });
    expect(await pressed()).toEqual(['late_answer', 'twice']);
    await submit('misbehaviour', { fault: 'twice', for: '60' });
    expect(await pressed()).toEqual(['late_answer']);
    await submit('misbehaviour', { fault: 'none', for: '60' });
    expect(await pressed()).toEqual([]);
  });

  it('shows a message as it was', async () => {
    const { html } = await read('/messages/1');
    expect(html).toContain('&lt;FIToFICstmrCdtTrf&gt;');
    expect((await read('/messages/999')).status).toBe(404);
    expect((await read('/messages/x')).status).toBe(404);
  });

  it('leads a browser back from an unknown address, and gives programs data', async () => {
    const ask = (accept: string) => fetch(`${world.url()}/credits?lang=en`, { headers: { accept } });
    const page = await ask('text/html,*/*');
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('<a href="/?lang=en">Back to the world</a>');
    const program = await ask('application/json');
    expect([program.status, await program.json()]).toEqual([404, { error: 'not found' }]);
  });

  it('dates what it lists, which may be of another day', async () => {
    expect((await read('/')).html).toMatch(/Virement envoyé, \d{1,2} \p{L}+\.?, \d\d:\d\d:\d\d/u);
    expect((await read('/?lang=en')).html).toMatch(/Transfer sent, \d{1,2} \p{L}+, \d\d:\d\d:\d\d/u);
  });

  it('writes rates in the notation of its language', async () => {
    await submit('rates', { currency: 'USD', rate: '1,2345' });
    expect((await read('/')).html).toContain('USD (1,2345)');
    expect((await read('/?lang=en')).html).toContain('USD (1.2345)');
  });

  it('has a shop paid in its own currency, and gives back no more than was cleared', async () => {
    expect((await read('/?lang=en')).html).toContain('Amount, in the shop’s currency');
    const card = { number: '4970101234567890', shop: 'KISSA09', mode: 'CTLS', amount: '1 200' };
    expect((await submit('cards', { ...card, expiry: '13/30' })).status).toBe(422);
    // As it is printed on the card.
    expect((await submit('cards', { ...card, expiry: '11/30' })).status).toBe(303);
    const listed = await fetch(`${world.url()}/play/cards/payments`);
    const { payments } = (await listed.json()) as { payments: Record<string, string>[] };
    expect(payments[0]).toMatchObject({ amount: '1200', currency: 'JPY', state: 'unanswered' });
    const { reference = '' } = payments[0] ?? {};
    for (const action of ['refund', 'chargeBack']) {
      const refused = await submit('cardActions', { reference, action, lang: 'en' });
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain('That is decided already.');
    }
  });

  it('refuses a form of another site, and of a sandboxed frame', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    // `fetch` sets such headers by itself.
    const status = await new Promise((resolve) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...foreign };
      request(`${world.url()}/credits`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end('');
    });
    expect(status).toBe(403);
    expect((await submit('credits', credit, { origin: 'null' })).status).toBe(403);
  });

  it('announces changes', async () => {
    const stop = new AbortController();
    const events = await fetch(`${world.url()}/events`, { signal: stop.signal });
    const reader = events.body?.getReader();
    const seen = async (text: string) => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done || Buffer.from(value ?? []).includes(text)) return !done;
      }
    };
    const change = seen('data: changed');
    await submit('credits', credit);
    expect(await change).toBe(true);
    stop.abort();
  });
});

it('puts the elements of a document on lines of their own', () => {
  expect(inLines('<?xml?><a><b>1</b><c><d/></c></a>')).toBe(
    ['<?xml?>', '<a>', '  <b>1</b>', '  <c>', '    <d/>', '  </c>', '</a>'].join('\n'),
  );
});
