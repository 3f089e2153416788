/** @jest-environment ./tests/support/bank-environment.ts */
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPreferences, type Preferences } from '@bank/contracts/settings';
import { digest } from '../../bff/src/platform/security/secrets';
import { DeliveryQueue } from '../../bff/src/people/delivery/delivery-queue';
import { longIt } from '../support/at-length';
import { startBank } from '../support/bank';
import { connectTo, verifyEmail } from '../support/customers';
import { startLedger } from '../support/ledger';
import { startMailServer } from '../support/mail-server';
import { decodedMail, outboxOf } from '../support/outbox';
import { freePorts, ServerProcess } from '../support/server';
import { sharedBank } from '../support/shared-bank';
import { until, untilThereAre } from '../support/until';
import { callsFrom } from './people';

const { bank, database } = sharedBank();

/** A user with preferences, and functions that cause notifications. */
async function person(
  chosen: Partial<Preferences> = {},
  { language = 'fr', shellUrl = bank.shellUrl, hasPhone = true } = {},
) {
  const own = callsFrom(shellUrl);
  own.headers['accept-language'] = language;
  const signedUp = await own.signUp();
  const { access_token: token, id } = signedUp;
  const number = `+336399${String(10_000 + (id % 90_000))}`;
  const verified = 'UPDATE users SET phone = ?, phone_verified_at = NOW() WHERE id = ?';
  if (hasPhone) await database.rows(verified, [number, id]);
  // Not through the API, which would notify the user.
  const choices = Object.values({ ...defaultPreferences, ...chosen }).map(Number);
  await database.rows('INSERT INTO preferences VALUES (?)', [[id, ...choices]]);
  return {
    ...signedUp,
    number,
    addFunds: (amount = 50) => own.post('balance/update', { amount, type: 'add' }, token),
    changePassword: () =>
      own.post(
        'settings/password',
        {
          currentPassword: signedUp.password,
          newPassword: 'another-long-enough-1',
          confirmPassword: 'another-long-enough-1',
        },
        token,
      ),
  };
}

const queueOf = (id: number) =>
  database.rows(
    'SELECT deliver_at IS NULL AS settled, delivered, delivery_tries AS tries FROM notifications WHERE user_id = ?',
    [id],
  );
const settledOf = (id: number) =>
  untilThereAre(1, async () => (await queueOf(id)).filter(({ settled }) => Number(settled) === 1));
/** The mails to a person, without the code that the changed password asked for. */
const mailsTo = async (email: string) =>
  (await outboxOf(bank.dataDir, 'eml', `To: ${email}`)).filter(
    (mail) => !mail.includes('Votre code de confirmation'),
  );
const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ');

describe('a notification', () => {
  it('is mailed within two seconds in plain text and HTML, in French', async () => {
    const first = async () => {
      const who = await person();
      const at = Date.now();
      await who.addFunds();
      const [mail = ''] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', `To: ${who.email}`));
      return { mail, duration: Date.now() - at };
    };
    let { mail, duration } = await first();
    // A busy machine has no time for one of them, but not for three.
    for (let left = 2; duration > 2_500 && left > 0; left -= 1) ({ mail, duration } = await first());
    expect(duration).toBeLessThan(2_500);
    const [head = '', text = '', html = ''] = plain(mail).split(/Content-Type: text\/(?:plain|html)/);
    expect(head).toContain('Subject: Fonds ajoutés');
    expect(head).toContain('multipart/alternative');
    for (const part of [text, html]) {
      expect(part).toContain('Bonjour Élodie,');
      expect(part).toContain('Votre compte a reçu 50,00 €.');
      expect(part).toContain(`${bank.shellUrl}/dashboard/notifications`);
    }
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('Voir mes notifications');
  });

  it('is mailed in English to a user of the English site', async () => {
    const who = await person({}, { language: 'en' });
    await who.addFunds();
    const [mail = ''] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', `To: ${who.email}`));
    expect(mail).toContain('Subject: Funds added');
    expect(mail).toContain('Hello Élodie,');
    expect(plain(mail)).toContain('50,00 € was added to your account.');
    expect(mail).not.toContain('Bonjour');
  });

  it('is mailed in the language that the bank’s client was last used in, not in one of a browser', async () => {
    const who = await person();
    const own = callsFrom(bank.shellUrl);
    const subjectsAfter = async (language: string, tokens: string, nth: number) => {
      own.headers['accept-language'] = language;
      const { body } = await own.refresh(tokens);
      await who.addFunds();
      const mails = await untilThereAre(nth, () => mailsTo(who.email));
      return { subject: /^Subject: .*$/m.exec(mails[nth - 1] ?? '')?.[0], next: body.refresh_token };
    };
    const browser = await subjectsAfter('en-US,en;q=0.9', who.refresh_token, 1);
    expect(browser.subject).toContain('Fonds ajoutés');
    const client = await subjectsAfter('en', browser.next, 2);
    expect(client.subject).toContain('Funds added');
    own.headers['accept-language'] = 'fr';
    await own.signIn(who.email);
    const [row] = await database.rows('SELECT language FROM users WHERE id = ?', [who.id]);
    expect(row).toEqual({ language: 'fr' });
  });

  it('is sent through each enabled channel, and no other', async () => {
    const who = await person({ emailNotifications: false, smsNotifications: true, pushNotifications: true });
    await who.addFunds(12.37);
    await settledOf(who.id);
    expect(bank.rail.telephones.textsTo(who.number)).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(/^Bank PCS\. Fonds ajoutés\. Votre compte a reçu 12,37.€\./) as string,
      }),
    ]);
    expect(await outboxOf(bank.dataDir, 'eml', who.email)).toEqual([]);
    expect(await queueOf(who.id)).toMatchObject([{ delivered: 'sms,push' }]);
  });

  it('is sent nowhere when every channel is off, and stays on the screen', async () => {
    const who = await person({ emailNotifications: false });
    await who.addFunds();
    expect(await settledOf(who.id)).toMatchObject([{ delivered: '' }]);
    expect(await outboxOf(bank.dataDir, 'eml', who.email)).toEqual([]);
    expect(bank.rail.telephones.textsTo(who.number)).toEqual([]);
  });

  it('about security is always mailed and on the screen, even with every channel off', async () => {
    const off = { emailNotifications: false, transactionAlerts: false, securityAlerts: false };
    const who = await person(off, { hasPhone: false });
    expect((await who.changePassword()).status).toBe(204);
    await who.addFunds();
    expect(await settledOf(who.id)).toMatchObject([{ delivered: 'email' }]);
    expect(await mailsTo(who.email)).toHaveLength(1);
  });

  it('is mailed to no address by which staff replaced another before it is proved, even about security', async () => {
    const who = await person({}, { hasPhone: false });
    await database.rows('UPDATE users SET email_replaced = 1 WHERE id = ?', [who.id]);
    expect((await who.changePassword()).status).toBe(204);
    expect(await settledOf(who.id)).toHaveLength(1);
    expect(await mailsTo(who.email)).toEqual([]);
  });

  it('about a changed password is mailed once', async () => {
    const who = await person({}, { hasPhone: false });
    expect((await who.changePassword()).status).toBe(204);
    await settledOf(who.id);
    const mails = await mailsTo(who.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: Mot de passe modifié');
  });

  it('about security is sent before many others that were due earlier', async () => {
    const [flooded, alarmed] = [await person({ emailNotifications: false }), await person()];
    const count = 200;
    const flood = Array.from({ length: count }, () => [flooded.id, 'info', 'kyc_approved', '{}', new Date()]);
    await database.rows(
      'INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES ?',
      [[...flood, [alarmed.id, 'security', 'password_changed', '{}', new Date()]]],
    );
    await settledOf(alarmed.id);
    const waiting = await database.rows(
      'SELECT 1 FROM notifications WHERE user_id = ? AND deliver_at IS NOT NULL',
      [flooded.id],
    );
    expect(waiting.length).toBeGreaterThan(count / 2);
  });

  it('whose texts only a later version has waits a day for a server of that, without a try', async () => {
    const [early, late] = [await person(), await person()];
    const insert = `INSERT INTO notifications (user_id, type, text_key, text_values, created_at)
      VALUES (?, 'security', 'of_tomorrow', '{}', UTC_TIMESTAMP(3) - INTERVAL ? DAY)`;
    await database.rows(insert, [early.id, 0]);
    await database.rows(insert, [late.id, 2]);
    expect(await settledOf(late.id)).toMatchObject([{ delivered: '' }]);
    const givenUp = /given up: notification \d+, of which no texts are known: of_tomorrow/;
    await until(() => Promise.resolve(givenUp.test(bank.logs())));
    // A leased one is due in three minutes.
    const waits = `SELECT 1 FROM notifications WHERE user_id = ? AND delivery_tries = 0
      AND deliver_at BETWEEN UTC_TIMESTAMP(3) AND UTC_TIMESTAMP(3) + INTERVAL 1 MINUTE`;
    await untilThereAre(1, () => database.rows(waits, [early.id]));
    const known = `UPDATE notifications SET text_key = 'password_changed', deliver_at = UTC_TIMESTAMP(3) WHERE user_id = ?`;
    await database.rows(known, [early.id]);
    expect(await settledOf(early.id)).toMatchObject([{ delivered: 'email', tries: 1 }]);
  });

  it('is not sent to a deleted user', async () => {
    const who = await person();
    await database.rows('UPDATE users SET deleted_at = NOW() WHERE id = ?', [who.id]);
    await database.rows(
      `INSERT INTO notifications (user_id, type, text_key, text_values, created_at)
       VALUES (?, 'info', 'kyc_approved', '{}', NOW())`,
      [who.id],
    );
    await settledOf(who.id);
    expect(await outboxOf(bank.dataDir, 'eml', who.email)).toEqual([]);
  });
});

it('a notification that a server has leased is due again after three minutes, once that server has died', async () => {
  const ledger = await startLedger(1);
  try {
    const queues = [new DeliveryQueue(ledger.database), new DeliveryQueue(ledger.database)] as const;
    await ledger.owner.rows(
      `INSERT INTO notifications (user_id, type, text_key, text_values, created_at)
       SELECT MIN(user_id), 'info', 'kyc_approved', '{}', UTC_TIMESTAMP(3) FROM accounts WHERE user_id IS NOT NULL`,
    );
    const triesOf = async (queue: DeliveryQueue) => (await queue.take(5)).map(({ tries }) => tries);
    expect([await triesOf(queues[0]), await triesOf(queues[1])]).toEqual([[1], []]);
    const later = 'UPDATE notifications SET deliver_at = deliver_at - INTERVAL ? SECOND';
    await ledger.owner.rows(later, [120]);
    expect(await triesOf(queues[1])).toEqual([]);
    await ledger.owner.rows(later, [60]);
    expect(await triesOf(queues[1])).toEqual([2]);
  } finally {
    await ledger.stop();
  }
});

longIt(
  'two more servers send each notification once',
  async () => {
    const who = await person();
    const env = {
      DATABASE_URL: bank.databaseUrl,
      DATABASE_MIGRATION_URL: bank.migrationUrl,
      DATA_DIR: bank.dataDir,
      JOBS_EVERY_SECONDS: '0',
    };
    const servers = [new ServerProcess(await freePorts(), env), new ServerProcess(await freePorts(), env)];
    await Promise.all(servers.map((server) => server.start()));
    const count = 120;
    await database.rows(
      'INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES ?',
      [
        Array.from({ length: count }, (_, at) => [
          who.id,
          'info',
          'kyc_rejected_because',
          JSON.stringify({ reason: `n° ${at}!` }),
          new Date(),
        ]),
      ],
    );
    const ask = () => outboxOf(bank.dataDir, 'eml', `To: ${who.email}`);
    await untilThereAre(count, ask);
    await sleep(1_500);
    await Promise.all(servers.map((server) => server.stop()));
    const told = (await ask()).map((mail) => /Motif\s: n° (\d+)!/.exec(plain(mail))?.[1]);
    expect(new Set(told).size).toBe(count);
    expect(told).toHaveLength(count);
  },
  60_000,
);

describe('a mail server', () => {
  it('that fails is retried, but not the channels that accepted the message', async () => {
    const mailServer = await startMailServer();
    const other = await startBank({ env: { TRUST_PROXY: '1', SMTP_URL: mailServer.url } });
    const own = connectTo(other.migrationUrl);
    try {
      const who = await callsFrom(other.shellUrl).signUp();
      await until(() => Promise.resolve(mailServer.mails.length === 1));
      const verification = mailServer.offered();
      mailServer.refuse(1);
      await own.rows(
        `INSERT INTO preferences (user_id, email_notifications, sms_notifications, push_notifications,
           transaction_alerts, security_alerts, marketing_emails) VALUES (?, 1, 1, 0, 1, 1, 0)`,
        [who.id],
      );
      const phone = '+33 6 39 98 10 02';
      await own.rows('UPDATE users SET phone = ?, phone_verified_at = NOW()', [phone]);
      await callsFrom(other.shellUrl).post('balance/update', { amount: 9, type: 'add' }, who.access_token);
      await until(() => Promise.resolve(other.logs().includes('notification 1 by email, try 1')));
      // The next try comes five seconds later.
      const waits = `SELECT 1 FROM notifications WHERE delivery_tries = 1 AND deliver_at < UTC_TIMESTAMP(3) + INTERVAL 10 SECOND`;
      await untilThereAre(1, () => own.rows(waits));
      await own.rows('UPDATE notifications SET deliver_at = UTC_TIMESTAMP(3) WHERE delivery_tries = 1');
      await until(() => Promise.resolve(mailServer.mails.length === 2));
      expect(mailServer.offered() - verification).toBe(2);
      expect(mailServer.mails.slice(1).map(decodedMail)).toEqual([expect.stringContaining('Fonds ajoutés')]);
      const texts = other.rail.telephones.textsTo('+33639981002');
      expect(texts).toEqual([
        expect.objectContaining({ text: expect.stringContaining('Fonds ajoutés') as string }),
      ]);
      expect(other.logs()).toMatch(/notification 1 by email, try 1: .*451.*again in 5 s/);

      mailServer.refuse(1);
      await own.rows(
        `INSERT INTO notifications (id, user_id, type, text_key, text_values, created_at, delivery_tries)
         VALUES (2, ?, 'info', 'kyc_approved', '{}', NOW(), 7)`,
        [who.id],
      );
      await untilThereAre(1, () =>
        own.rows('SELECT 1 FROM notifications WHERE id = 2 AND deliver_at IS NULL'),
      );
      expect(mailServer.mails).toHaveLength(2);
      expect(other.logs()).toMatch(/given up: notification 2 by email, try 8/);
    } finally {
      await own.end();
      await other.stop();
      await mailServer.stop();
    }
  }, 60_000);

  it('that fails is retried for the address that another one replaced, which is then forgotten', async () => {
    const mailServer = await startMailServer();
    const other = await startBank({ env: { SMTP_URL: mailServer.url } });
    const own = connectTo(other.migrationUrl);
    const calls = callsFrom(other.shellUrl);
    try {
      const { id, email } = await calls.signUp();
      await until(() => Promise.resolve(mailServer.mails.length === 1));
      await verifyEmail(other.shellUrl, { id });
      const token = 'k'.repeat(43);
      await own.rows(
        `INSERT INTO email_changes (token_hash, user_id, session_id, email, created_at, expires_at)
         SELECT ?, user_id, id, 'new@example.org', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 HOUR FROM sessions
         WHERE user_id = ?`,
        [digest(token), id],
      );
      // One of the notice at the new address, one of the warning.
      mailServer.refuse(2);
      expect((await calls.post('auth/email/confirm', { token })).status).toBe(204);
      const waits = `SELECT 1 FROM former_addresses WHERE email = ? AND tries = 1
        AND warn_at < UTC_TIMESTAMP(3) + INTERVAL 10 SECOND`;
      await untilThereAre(1, () => own.rows(waits, [email]));
      await own.rows('UPDATE former_addresses SET warn_at = UTC_TIMESTAMP(3)');
      await until(() => Promise.resolve(mailServer.mails.length === 3));
      await until(async () => (await own.rows('SELECT 1 FROM former_addresses')).length === 0);
      const mails = mailServer.mails.slice(1).map(decodedMail);
      const warnings = mails.filter((mail) => mail.includes(`To: ${email}`));
      expect(warnings).toEqual([
        expect.stringContaining('vient d’être remplacée par new@example.org') as string,
      ]);
      expect(mails.filter((mail) => mail.includes('To: new@example.org'))).toHaveLength(1);
    } finally {
      await own.end();
      await other.stop();
      await mailServer.stop();
    }
  }, 60_000);
});
