import { hasTexts, notificationTexts } from './notification-texts';

const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');

it('writes a notification in the reader’s language', () => {
  const values = { amount: '1234.50', sender: 'Marie Lefèvre', reference: 'TR-1' };
  const french = notificationTexts('money_received', values, 'fr');
  expect(french.title).toBe('Virement reçu');
  expect(plain(french.message)).toBe('Vous avez reçu 1 234,50 € de Marie Lefèvre. Référence : TR-1.');
  expect(plain(notificationTexts('money_received', values, 'en').message)).toBe(
    'You received 1 234,50 € from Marie Lefèvre. Reference: TR-1.',
  );
});

it('keeps values unchanged, and leaves a placeholder without a value empty', () => {
  const { message } = notificationTexts('new_sign_in', { device: '{device} $& <b>' }, 'en');
  expect(message).toContain('{device} $& <b>');
  expect(notificationTexts('new_sign_in', {}, 'en').message).toContain('new browser: .');
});

it('returns nothing for a key that no longer exists', () => {
  expect(notificationTexts('gone', {}, 'fr')).toEqual({ title: '', message: '' });
  expect([hasTexts('gone'), hasTexts('next_run'), hasTexts('money_received')]).toEqual([false, false, true]);
});

it('promises a next run on its day, none after the last, and one without a day in an older notification', () => {
  const read = (values: Record<string, string>, language: 'fr' | 'en') =>
    notificationTexts('standing_order_limit', values, language).message;
  expect(read({ next: '2027-02-01' }, 'fr')).toMatch(/Le prochain est prévu le 1 février 2027\.$/);
  expect(read({ next: '2027-02-01' }, 'en')).toMatch(/The next one is planned for 1 February 2027\.$/);
  expect(read({ next: '' }, 'en')).toMatch(/day\. It was the last one planned\.$/);
  expect(read({}, 'fr')).toMatch(/jour\. Le prochain reste prévu\.$/);
});

it('explains a refused recall by the decision of the recipient', () => {
  const values = { amount: '5.00', recipient: 'Jean', reference: 'PAY-1', code: 'CUST' };
  const inFrench = plain(notificationTexts('recall_refused', values, 'fr').message);
  expect(inFrench).toContain('ne peut pas être rappelé. Le bénéficiaire veut garder l’argent. Référence');
  const inEnglish = notificationTexts('recall_refused', values, 'en').message;
  expect(inEnglish).toContain('cannot be recalled. The recipient keeps the money. Reference');
  expect(notificationTexts('recall_refused', { ...values, code: 'AC04' }, 'fr').message).toContain('clôturé');
});
