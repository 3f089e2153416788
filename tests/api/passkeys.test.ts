/** @jest-environment ./tests/support/bank-environment.ts */
import { Authenticator } from '../support/authenticator';
import { sharedBank } from '../support/shared-bank';
import { passkeyCalls } from './passkey-fixture';
import { password, statuses } from './people';

const { bank, database } = sharedBank();
const calls = () => passkeyCalls(bank.shellUrl);
const actionsOf = async (id: number) =>
  (await database.rows('SELECT action FROM audit_log WHERE user_id = ?', [id])).map(({ action }) => action);
const refused = (code: string) => ({ status: 422, body: { code } });

describe('adding a passkey', () => {
  it('needs a proof, then makes it resident, verified, and lists it by its name', async () => {
    const { signUp, options, add, get } = calls();
    const { access_token, email, id } = await signUp();
    expect(await options({}, access_token)).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
    const { body } = await options({ currentPassword: password }, access_token);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Bank PCS' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { added } = await add(access_token);
    expect(added).toMatchObject({ status: 200, body: { name: 'Ma clé', last_used_at: null } });
    const listed = await get('settings/passkeys', access_token);
    expect(listed.body).toEqual({ passkeys: [added.body] });
    expect(await actionsOf(id)).toContain('passkey.added');
    const told = await get<{ notifications: { title: string }[] }>('notifications', access_token);
    expect(told.body.notifications).toContainEqual(expect.objectContaining({ title: 'Clé d’accès ajoutée' }));
  });

  it('knows the passkeys that a person has, and gives all of them one handle', async () => {
    const { keyed, options, add } = calls();
    const { person, authenticator } = await keyed();
    const { body } = await options({ currentPassword: password }, person.access_token);
    expect(body.excludeCredentials.map(({ id }) => id)).toEqual([authenticator.id]);
    const second = await add(person.access_token);
    expect(second.added.status).toBe(200);
    const again = await add(person.access_token, authenticator);
    expect(again.added).toMatchObject({ status: 409, body: { code: 'PASSKEY_KNOWN' } });
  });

  it.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without verifying the person', { unverified: true }],
    ['for another domain', { rpId: 'evil.example' }],
    ['with a certificate, whose addresses would be fetched', { certificate: true }],
  ])('refuses one made %s', async (_what, forged) => {
    const { signUp, options, verify } = calls();
    const { access_token } = await signUp();
    const { body } = await options({ currentPassword: password }, access_token);
    const made = new Authenticator(bank.shellUrl).make(body, forged);
    expect(await verify(made, access_token)).toMatchObject(refused('PASSKEY_REFUSED'));
  });

  it('refuses the challenge of another session or ceremony, and one that was used', async () => {
    const { signUp, signIn, options, verify, asked } = calls();
    const [one, two] = [await signUp(), await signUp()];
    const { body } = await options({ currentPassword: password }, one.access_token);
    const authenticator = new Authenticator(bank.shellUrl);
    const made = authenticator.make(body);
    expect(await verify(made)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await verify(made, two.access_token)).toMatchObject(refused('PASSKEY_REFUSED'));
    expect(await verify(made, one.access_token)).toMatchObject(refused('PASSKEY_EXPIRED'));
    const { body: fresh } = await options({ currentPassword: password }, one.access_token);
    const { body: other } = await signIn(one.email);
    expect(await verify(authenticator.make(fresh), other.access_token)).toMatchObject(
      refused('PASSKEY_REFUSED'),
    );
    const { challenge } = await asked();
    expect(await verify(authenticator.make({ ...fresh, challenge }), one.access_token)).toMatchObject(
      refused('PASSKEY_EXPIRED'),
    );
  });

  it('refuses a name that nobody can read, and the twenty-first', async () => {
    const { keyed, add } = calls();
    const { person, authenticator, added } = await keyed();
    const [handle] = await database.rows('SELECT user_handle, public_key FROM passkeys WHERE id = ?', [
      added.body.id,
    ]);
    expect((await add(person.access_token, authenticator, 'x'.repeat(61))).added.status).toBe(422);
    for (let count = 1; count < 20; count += 1) {
      await database.rows(
        `INSERT INTO passkeys (user_id, credential_id, rp_id, user_handle, public_key, counter, transports, name,
           created_at) VALUES (?, ?, 'localhost', ?, ?, 0, '[]', 'x', NOW(3))`,
        [person.id, `filler ${person.id} ${count}`, handle?.user_handle, handle?.public_key],
      );
    }
    const { added: last } = await add(person.access_token);
    expect(last).toMatchObject({ status: 409, body: { code: 'LIST_FULL' } });
  });
});

describe('naming and removing', () => {
  it('renames and removes only one’s own, and ends the other sessions', async () => {
    const { keyed, put, remove, signIn, me, get, signInBy } = calls();
    const { person, authenticator, added } = await keyed();
    const stranger = await calls().signUp();
    const path = `settings/passkeys/${added.body.id}`;
    expect((await put(path, { name: 'À eux' }, stranger.access_token)).status).toBe(404);
    expect((await remove(path, stranger.access_token)).status).toBe(404);
    const renamed = await put(path, { name: 'Téléphone' }, person.access_token);
    expect(renamed).toMatchObject({ status: 200, body: { passkeys: [{ name: 'Téléphone' }] } });
    const { body: other } = await signIn(person.email);
    expect((await remove(path, person.access_token)).status).toBe(204);
    expect([await me(person.access_token), await me(other.access_token)]).toEqual([200, 401]);
    expect((await get('settings/passkeys', person.access_token)).body).toEqual({ passkeys: [] });
    expect(await signInBy(authenticator)).toMatchObject(refused('PASSKEY_REFUSED'));
    expect(await actionsOf(person.id)).toContain('passkey.removed');
  });

  it('needs a proof for the last factor from a session older than five minutes, and for no other', async () => {
    const { keyed, add, remove, get } = calls();
    const { person, added } = await keyed();
    const second = await add(person.access_token);
    const age = 'UPDATE sessions SET created_at = created_at - INTERVAL 301 SECOND WHERE user_id = ?';
    await database.rows(age, [person.id]);
    const path = (id?: number) => `settings/passkeys/${id}`;
    expect((await remove(path(added.body.id), person.access_token)).status).toBe(204);
    const last = path(second.added.body.id);
    expect(await remove(last, person.access_token)).toMatchObject({ body: { code: 'PROOF_REQUIRED' } });
    const wrong = await remove(last, person.access_token, { currentPassword: 'guess' });
    expect(wrong).toMatchObject(refused('PASSWORD_WRONG'));
    expect((await get('settings/passkeys', person.access_token)).body.passkeys).toHaveLength(1);
    expect((await remove(last, person.access_token, { currentPassword: password })).status).toBe(204);
  });

  it('keeps one factor of two that are removed at once without a proof', async () => {
    const { keyed, add, remove } = calls();
    const { person, added } = await keyed();
    const second = await add(person.access_token);
    await database.rows(
      'UPDATE sessions SET created_at = created_at - INTERVAL 301 SECOND WHERE user_id = ?',
      [person.id],
    );
    const ids = [added.body.id, second.added.body.id];
    const answers = await Promise.all(
      ids.map((id) => remove(`settings/passkeys/${id}`, person.access_token)),
    );
    expect(statuses(answers)).toEqual({ 204: 1, 403: 1 });
  });
});
