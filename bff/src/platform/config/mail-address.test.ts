import { createTransport } from 'nodemailer';
import { startMailServer } from '../../../../tests/support/mail-server';
import { mailAddress } from './mail-address';

const requires = (address: string) => mailAddress(address).requireTLS;

describe('the connection to a mail server', () => {
  it('must be encrypted, except on this machine', () => {
    expect(requires('smtp://mail.example')).toBe(true);
    expect(requires('smtp://127.0.0.1.example:587')).toBe(true);
    expect(requires('smtp://localhost:2525')).toBe(false);
    expect(requires('smtp://127.0.0.1:2525')).toBe(false);
    expect(requires('smtp://localhost:2525?tls=required')).toBe(true);
    // Encrypted from the first byte.
    expect(requires('smtps://mail.example')).toBe(false);
  });

  it('follows the parameters of its address, but not those of nodemailer', () => {
    expect(mailAddress('smtp://a:b@mail.example:587/?tls=off&pool=true')).toEqual({
      url: 'smtp://a:b@mail.example:587/?pool=true',
      requireTLS: false,
    });
    expect(mailAddress('smtp://mail.example/?requireTLS=false&ignoreTLS=true')).toEqual({
      url: 'smtp://mail.example/',
      requireTLS: true,
    });
    expect(() => mailAddress('smtp://mail.example?tls=no')).toThrow('tls must be off or required');
  });

  it('refuses a remote server that offers no encryption', async () => {
    const server = await startMailServer();
    // This machine by a name that is not a loopback address.
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0');
    const mail = { from: 'bank@bank.example', to: 'marie@example.org', subject: 'Solde', text: '12' };
    const sent = (address: string) => createTransport(mailAddress(address)).sendMail(mail);
    await expect(sent(elsewhere)).rejects.toThrow(/STARTTLS/);
    expect(server.mails).toEqual([]);
    await sent(`${elsewhere}?tls=off`);
    expect(server.mails).toHaveLength(1);
    await server.stop();
  });
});
