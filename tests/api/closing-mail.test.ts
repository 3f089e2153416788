import { startBank } from '../support/bank';
import { connectTo, newCustomer } from '../support/customers';
import { startMailServer } from '../support/mail-server';
import { until } from '../support/until';

it('the mail that confirms the end leaves no row locked while its server thinks, and is sent again when that refuses it', async () => {
  const mailServer = await startMailServer();
  const bank = await startBank({ env: { JOBS_EVERY_SECONDS: '1', SMTP_URL: mailServer.url } });
  const database = connectTo(bank.migrationUrl);
  try {
    const who = await newCustomer(bank.shellUrl);
    await until(() => Promise.resolve(mailServer.mails.length === 1));
    mailServer.refuse(1);
    await database.rows(
      `INSERT INTO relation_closings (user_id, state, overdraft_limit, language, requested_at, closed_at, look_at)
       VALUES (?, 'closed', 0, 'fr', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
      [who.id],
    );
    await until(() => Promise.resolve(bank.logs().includes('was not mailed')));
    const ofClosing = 'relation_closings WHERE user_id = ?';
    expect(await database.rows(`SELECT mailed_at FROM ${ofClosing}`, [who.id])).toEqual([
      { mailed_at: null },
    ]);

    let answer = () => {};
    mailServer.answerAfter(new Promise<void>((resolve) => (answer = resolve)));
    await database.rows(`UPDATE relation_closings SET look_at = UTC_TIMESTAMP(3) WHERE user_id = ?`, [
      who.id,
    ]);
    await until(() => Promise.resolve(mailServer.mails.length === 2));
    expect(await database.rows(`SELECT 1 FROM ${ofClosing} FOR UPDATE NOWAIT`, [who.id])).toHaveLength(1);
    answer();
    const mailed = `SELECT 1 FROM ${ofClosing} AND mailed_at IS NOT NULL`;
    await until(async () => (await database.rows(mailed, [who.id])).length === 1);
    expect(mailServer.mails).toHaveLength(2);
  } finally {
    await database.end();
    await bank.stop();
    await mailServer.stop();
  }
});
