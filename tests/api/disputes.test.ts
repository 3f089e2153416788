/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import { cardNetwork } from '../support/card-network';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { demonstrationPerson, newCustomer, type NewCustomer, type SignedIn } from '../support/customers';
import { pdfFile, pngFile } from '../support/identity-files';
import { sharedBank } from '../support/shared-bank';
import { words, caseCalls } from './case-fixture';
import { collectionCalls } from './collections-fixture';

const shared = sharedBank();
const { bank, database } = shared;
const { people, api, dispute, stored, purchase, newest, staff } = caseCalls(shared);
let marie: NewCustomer;
beforeAll(async () => {
  ({ marie } = await people());
});

describe('a dispute', () => {
  it('is offered with its reasons, its way and the card, and opens one case', async () => {
    const { id, card } = await purchase(marie);
    const { body: offer } = await api<Record<string, unknown>>(marie, 'GET', `transactions/${id}/dispute`);
    expect(offer).toMatchObject({
      remedy: 'chargeback',
      case_id: null,
      card: { id: card.id, is_active: true },
      transaction: { id, amount: -20 },
    });
    expect((offer.reasons as { reason: string }[]).map(({ reason }) => reason)).toEqual([
      'not_me',
      'not_received',
      'wrong_amount',
      'twice',
      'cancelled',
      'other',
    ]);
    const opened = await dispute(marie, id, { ...words, reason: 'not_me' }, [['recu.pdf', pdfFile()]]);
    expect([opened.status, opened.body.state, opened.body.can_write]).toEqual([201, 'open', true]);
    expect(opened.body.entries).toEqual([
      expect.objectContaining({ kind: 'opened', by: 'customer', text: words.text }),
    ]);
    expect(opened.body.entries[0]?.files).toEqual([expect.objectContaining({ name: 'recu.pdf' })]);
    // Unauthorised: the next business day. The next one of TARGET is at most five days away.
    expect(Date.parse(opened.body.due_at) - Date.now()).toBeLessThan(6 * 86_400_000);
    const again = await dispute(marie, id);
    expect([again.status, again.body.code]).toEqual([409, 'DISPUTE_EXISTS']);
    expect(await api(marie, 'GET', `transactions/${id}/dispute`)).toMatchObject({
      body: { case_id: opened.body.id },
    });
    const found = await staff(opened.body.id);
    expect([found.way, found.links.map(({ type }) => type).sort()]).toEqual([
      'chargeback',
      ['card', 'card_purchase', 'transaction'],
    ]);
  });

  it('without files may be JSON, and its words may be left out', async () => {
    const { id } = await purchase(marie);
    const named = await api(marie, 'POST', `transactions/${id}/dispute`, {
      reason: 'not_me',
      files: ['a.pdf'],
    });
    expect([named.status, named.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const unknown = await api(marie, 'POST', `transactions/${id}/dispute`, { reason: 'bored' });
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([422, ['reason']]);
    const opened = await api(marie, 'POST', `transactions/${id}/dispute`, { reason: 'not_me' });
    expect([opened.status, opened.body.state]).toEqual([201, 'open']);
    const route = `user/cases/${opened.body.id}/messages`;
    expect((await api(marie, 'POST', route, { text: 'Voici la suite.' })).status).toBe(201);
    expect((await api(marie, 'POST', route)).body.code).toBe('MALFORMED_REQUEST');
  });

  it('of twenty at once about one transaction, is one case and leaves no file of the others', async () => {
    const { id } = await purchase(marie);
    const before = (await stored()).length;
    // The inspection of files takes ten of a person at once: the others come without.
    const filesOf = (at: number): [string, Buffer][] => (at < 8 ? [[`${at}.png`, pngFile(2, 2)]] : []);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => dispute(marie, id, words, filesOf(at))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const kept = await database.rows(
      `SELECT d.case_id, COUNT(f.id) AS files FROM disputes d LEFT JOIN case_files f ON f.case_id = d.case_id
       WHERE d.transaction_id = ? GROUP BY d.case_id`,
      [id],
    );
    expect(kept).toHaveLength(1);
    expect((await stored()).length - before).toBe(Number(kept[0]?.files));
  });

  it('with a key is the same case, however often it is sent', async () => {
    const { id } = await purchase(marie);
    const key = { 'idempotency-key': `dispute-${id}` };
    const answers = await Promise.all([1, 2, 3].map(() => dispute(marie, id, words, [], key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  });

  it('is for the holder, and for money that left', async () => {
    const { id } = await purchase(marie);
    const other = await newCustomer(bank.shellUrl);
    expect((await dispute(other, id)).body.code).toBe('NOT_FOUND');
    expect((await api(other, 'GET', `transactions/${id}/dispute`)).status).toBe(404);
    expect((await dispute(marie, 999_999_998)).status).toBe(404);
    await api(other, 'POST', 'balance/update', { amount: 10, type: 'add' });
    expect((await dispute(other, await newest(other))).body.code).toBe('DISPUTE_NOT_POSSIBLE');
  });

  /** A card payment of the seed that is too old to be disputed but for one reason. */
  const oldPayment = async (person: SignedIn) => {
    const before = addDays(parisDay(new Date()), -122);
    const { body } = await api<{ transactions: { id: number; amount: number }[] }>(
      person,
      'GET',
      `user/transactions?type=payment&status=completed&dateTo=${before}&limit=50`,
    );
    return body.transactions.find((each) => each.id % 2 === 0)?.id ?? 0;
  };
  const reasonsOf = async (person: SignedIn, id: number) => {
    const { body } = await api<{ reasons: { reason: string }[] }>(
      person,
      'GET',
      `transactions/${id}/dispute`,
    );
    return body.reasons.map(({ reason }) => reason);
  };

  it('after 120 days is possible only where the holder did not authorise it', async () => {
    const person = await demonstrationPerson(bank.shellUrl, 'marie');
    const id = await oldPayment(person);
    expect(await reasonsOf(person, id)).toEqual(['not_me']);
    expect((await dispute(person, id)).body.code).toBe('DISPUTE_PERIOD_OVER');
  });

  it('counts its period from the debit of a reversed chargeback, which has no dispute of its own', async () => {
    const person = await demonstrationPerson(bank.shellUrl, 'marie');
    const id = await oldPayment(person);
    const [row] = await database.rows(
      `SELECT p.reference FROM entries e JOIN card_bookings b ON b.transfer_id = e.transfer_id
         JOIN card_purchases p ON p.id = b.purchase_id WHERE e.id = ?`,
      [id / 2],
    );
    const network = cardNetwork(bank);
    const back = async (isReversal = false) => {
      const message = network.chargeback(row?.reference ?? '', { amount: '1.00', isReversal });
      return (await network.post('chargebacks', message)).code;
    };
    expect([await back(), await reasonsOf(person, id)]).toEqual(['00', ['not_me']]);
    expect(await back(true)).toBe('00');
    expect(await reasonsOf(person, id)).toContain('not_received');
    expect((await dispute(person, id)).status).toBe(201);
  });

  it('of a direct debit can be accepted once its holder was refunded', async () => {
    const collections = collectionCalls(bank, database);
    const who = await newCustomer(bank.shellUrl);
    await api(who, 'POST', 'balance/update', { amount: 100, type: 'add' });
    await collections.collect(await collections.ibanOf(who));
    const { id } = (await dispute(who, await newest(who))).body;
    expect((await staff(id)).way).toBeNull();
    const [debit] = await collections.debits(who);
    expect((await collections.act(who, debit ?? { id: 0 }, 'refund')).status).toBe(200);
    expect((await staff(id)).way).toBe('words');
  });

  it('refuses files that are no documents, too many, or under another name', async () => {
    const { id } = await purchase(marie);
    const before = await stored();
    const refused = async (files: [string, Buffer][], texts: Record<string, string> = words) =>
      (await dispute(marie, id, texts, files)).body.code;
    expect(await refused([['page.html', Buffer.from('<script>alert(1)</script>')]])).toBe(
      'DOCUMENT_TYPE_REFUSED',
    );
    expect(await refused([['photo.png', Buffer.from('%PDF-1.7 not a picture')]])).toBe(
      'DOCUMENT_TYPE_REFUSED',
    );
    expect(await refused([['broken.pdf', Buffer.from('%PDF-1.7\nof a bill')]])).toBe('DOCUMENT_UNREADABLE');
    expect(
      await refused([['a.pdf', pdfFile('x', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')]]),
    ).toBe('DOCUMENT_UNREADABLE');
    expect(await refused(Array.from({ length: 6 }, (_, at) => [`${at}.png`, pngFile()]))).toBe(
      'INVALID_FIELDS',
    );
    expect(await refused([], { ...words, reason: 'revenge' })).toBe('INVALID_FIELDS');
    expect(await refused([], { reason: 'other', text: ' ' })).toBe('INVALID_FIELDS');
    expect(await stored()).toEqual(before);
  });
});
