import {
  type Answer,
  press,
  refused,
  renderPage,
  type Server,
  signInBeforeEach,
  pasteInto,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Profile } from '@bank/contracts/settings';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { SettingsPage } from './settings-page';

signInBeforeEach();

const profile: Profile = {
  firstName: 'Marie',
  lastName: 'Dubois',
  email: 'marie@example.org',
  phone: '+33 6 12 34 56 78',
  address: '1 rue de la Paix',
  city: 'Paris',
  postalCode: '75002',
  country: 'France',
};

const preferences = {
  emailNotifications: true,
  smsNotifications: false,
  pushNotifications: false,
  pushAmounts: false,
  transactionAlerts: true,
  securityAlerts: true,
  marketingEmails: false,
  foundByEmail: true,
  foundByPhone: true,
};

/** The page over a server that responds to every GET; `responses` are the test’s own responses. */
function renderSettings(path: string, responses: Record<string, Answer | (() => Answer)> = {}) {
  const readings: Record<string, Answer> = {
    'GET /auth/me': { body: { id: 7, first_name: 'Marie', email: profile.email } },
    'GET /auth/sessions': { body: { sessions: [] } },
    'GET /auth/browsers': { body: { browsers: [] } },
    'GET /settings/profile': { body: profile },
    'GET /settings/preferences': { body: { ...preferences, textMessages: 'available' } },
    'GET /settings/2fa': { body: { enabled: false, recovery_codes_left: 0 } },
  };
  const fetch: Server = ({ method, path: asked }) => {
    const response = { ...readings, ...responses }[`${method} ${asked}`];
    if (!response) throw new Error(`the test has no response to ${method} ${asked}`);
    return typeof response === 'function' ? response() : response;
  };
  const page = (
    <>
      <Name />
      <SettingsPage />
      <Link to="/elsewhere">Ailleurs</Link>
    </>
  );
  return renderPage(page, { path, fetch });
}

function Name() {
  return <p data-testid="name">{useSession().user?.first_name}</p>;
}

const fill = async (label: string, value: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  if (value) await pasteInto(field, value);
};
const open = (name: string) => userEvent.click(screen.getByRole('link', { name }));

describe('the sub-tabs', () => {
  it('are links, each with its address; an unknown address shows the profile', async () => {
    const { place } = renderSettings('/settings?tab=nonsense');
    expect(screen.getByRole('link', { name: 'Profil' })).toHaveAttribute('aria-current', 'page');
    await open('Sécurité');
    expect(place()).toBe('/settings?tab=security');
    expect(screen.getByRole('link', { name: 'Sécurité' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByLabelText('Mot de passe actuel')).toBeVisible();
  });

  it('keep what was typed, but store no password', async () => {
    renderSettings('/settings?tab=security');
    await fill('Mot de passe actuel', 'my-secret');
    await open('Profil');
    expect(screen.getByLabelText('Mot de passe actuel')).not.toBeVisible();
    await fill('Ville', 'Lyon');
    await open('Sécurité');
    expect(screen.getByLabelText('Mot de passe actuel')).toHaveValue('my-secret');
    expect(JSON.stringify({ ...sessionStorage })).toContain('Lyon');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('my-secret');
  });
});

describe('the profile', () => {
  it('is saved, confirmed for three seconds, and updates the name', async () => {
    let first_name = 'Marie';
    const { calls } = renderSettings('/settings', {
      'GET /auth/me': () => ({ body: { id: 7, first_name, email: profile.email } }),
      'PUT /settings/profile': () => {
        first_name = 'Marianne';
        return { body: { ...profile, firstName: 'Marianne' } };
      },
    });
    await fill('Prénom', 'Marianne');
    expect(screen.getByText('Modifications non enregistrées.')).toBeInTheDocument();
    await press('Enregistrer');
    expect(await screen.findByText('Profil enregistré.')).toBeInTheDocument();
    expect(screen.queryByText('Modifications non enregistrées.')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByTestId('name')).toHaveTextContent('Marianne'));
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ ...profile, firstName: 'Marianne' });
    await waitFor(() => expect(screen.queryByText('Profil enregistré.')).not.toBeInTheDocument(), {
      timeout: 4000,
    });
  });

  it('shows what another tab has stored since, and keeps what was typed here', async () => {
    let stored = profile;
    renderSettings('/settings', { 'GET /settings/profile': () => ({ body: stored }) });
    const revisit = () => act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await screen.findByLabelText('Ville');
    stored = { ...profile, city: 'Lyon', email: 'marie@example.net' };
    await revisit();
    await waitFor(() => expect(screen.getByLabelText('Ville')).toHaveValue('Lyon'));
    expect(screen.getByLabelText('E-mail')).toHaveValue('marie@example.net');
    expect(screen.queryByText('Modifications non enregistrées.')).toBeNull();
    await fill('Adresse', '9 rue Neuve');
    stored = { ...stored, city: 'Nantes' };
    await revisit();
    await waitFor(() => expect(screen.getByLabelText('Ville')).toHaveValue('Nantes'));
    expect(screen.getByLabelText('Adresse')).toHaveValue('9 rue Neuve');
    expect(screen.getByText('Modifications non enregistrées.')).toBeVisible();
  });

  it('requires every field', async () => {
    const { calls } = renderSettings('/settings');
    await fill('Ville', '');
    await press('Enregistrer');
    expect(screen.getByLabelText('Ville')).toHaveAccessibleDescription(/Ce champ est obligatoire\./);
    expect(screen.getByRole('link', { name: 'Ville' })).toBeInTheDocument();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('shows the pending e-mail address, whose link can be sent again or cancelled', async () => {
    let pending: string | undefined = 'new@example.org';
    const { calls } = renderSettings('/settings', {
      'GET /settings/profile': () => ({ body: { ...profile, pendingEmail: pending } }),
      'POST /settings/profile/email/resend': { status: 204 },
      'DELETE /settings/profile/email': () => {
        pending = undefined;
        return { status: 204 };
      },
    });
    expect(await screen.findByText(/^Ouvrez le lien envoyé à new@example\.org/)).toBeInTheDocument();
    expect(screen.getByLabelText('E-mail')).toHaveValue(profile.email);
    await press('Renvoyer le lien');
    expect(await screen.findByText('Un nouveau lien est parti à new@example.org.')).toBeInTheDocument();
    await press('Annuler la demande');
    await waitFor(() => expect(screen.queryByText(/^Ouvrez le lien/)).not.toBeInTheDocument());
    expect(document.activeElement).toContainElement(screen.getByLabelText('E-mail'));
    expect(document.body).not.toHaveFocus();
    await fill('Ville', 'Lyon');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('new@example.org');
    expect(calls.filter(({ method }) => method !== 'GET')).toHaveLength(2);
  });

  it('displays beside the field that an e-mail address is taken, and keeps it', async () => {
    const taken = 'Cette adresse e-mail est déjà utilisée.';
    renderSettings('/settings', {
      'PUT /settings/profile': refused(409, 'EMAIL_TAKEN', taken, { email: taken }),
    });
    await fill('E-mail', 'paul@example.org');
    await press('Enregistrer');
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(/déjà utilisée/));
    expect(screen.getByLabelText('E-mail')).toHaveValue('paul@example.org');
  });

  it('displays a failed save, keeps the input, and retries', async () => {
    const responses = [{ status: 500 }, { body: { ...profile, city: 'Lyon' } }];
    renderSettings('/settings', { 'PUT /settings/profile': () => responses.shift() ?? { status: 500 } });
    await fill('Ville', 'Lyon');
    await press('Enregistrer');
    expect(await screen.findByText('Erreur lors de la mise à jour')).toBeInTheDocument();
    expect(screen.getByLabelText('Ville')).toHaveValue('Lyon');
    expect(screen.getByText('Modifications non enregistrées.')).toBeInTheDocument();
    await press('Enregistrer');
    expect(await screen.findByText('Profil enregistré.')).toBeInTheDocument();
  });

  it('can be fetched again after a failure', async () => {
    const responses: Answer[] = [{ status: 500 }];
    renderSettings('/settings', { 'GET /settings/profile': () => responses.shift() ?? { body: profile } });
    expect(await screen.findByText('Impossible de récupérer votre profil')).toBeInTheDocument();
    await press('Réessayer');
    expect(await screen.findByLabelText('Ville')).toHaveValue('Paris');
  });
});

describe('the password', () => {
  const type = async (current: string, chosen: string, confirmation: string) => {
    await fill('Mot de passe actuel', current);
    await fill('Nouveau mot de passe', chosen);
    await fill('Confirmer le nouveau mot de passe', confirmation);
    await press('Changer mon mot de passe');
  };

  it('is refused in the words of the specification', async () => {
    renderSettings('/settings?tab=security');
    await type('current', 'short', 'short');
    expect(screen.getByLabelText('Nouveau mot de passe')).toHaveAccessibleDescription(
      /Le mot de passe doit contenir au moins 8 caractères/,
    );
    await type('current', 'long-enough-1', 'long-enough-2');
    expect(screen.getByLabelText('Confirmer le nouveau mot de passe')).toHaveAccessibleDescription(
      /Les mots de passe ne correspondent pas/,
    );
  });

  it('displays beside its field that the current one is wrong', async () => {
    const wrong = 'Le mot de passe actuel est incorrect.';
    renderSettings('/settings?tab=security', {
      'POST /settings/password': refused(422, 'PASSWORD_WRONG', wrong, { currentPassword: wrong }),
    });
    await type('guess', 'long-enough-1', 'long-enough-1');
    await waitFor(() =>
      expect(screen.getByLabelText('Mot de passe actuel')).toHaveAccessibleDescription(/incorrect/),
    );
  });

  it('is changed, and the form is empty again', async () => {
    renderSettings('/settings?tab=security', { 'POST /settings/password': { status: 204 } });
    await type('current', 'long-enough-1', 'long-enough-1');
    expect(await screen.findByText(/^Mot de passe modifié\./)).toBeInTheDocument();
    expect(screen.getByLabelText('Mot de passe actuel')).toHaveValue('');
  });
});

describe('a response that is lost', () => {
  it('leaves the password changed once: the second try is the same call', async () => {
    const answers: (() => Answer)[] = [unreachable, () => ({ status: 204 })];
    const { sent } = renderSettings('/settings?tab=security', {
      'POST /settings/password': () => answers.shift()!(),
    });
    await fill('Mot de passe actuel', 'current');
    await fill('Nouveau mot de passe', 'long-enough-1');
    await fill('Confirmer le nouveau mot de passe', 'long-enough-1');
    await press('Changer mon mot de passe');
    expect(await screen.findByText(/Erreur de connexion/)).toBeInTheDocument();
    await press('Changer mon mot de passe');
    expect(await screen.findByText(/^Mot de passe modifié\./)).toBeInTheDocument();
    const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  });

  it('shows that the second factor is on', async () => {
    let isOn = false;
    renderSettings('/settings?tab=security', {
      'GET /settings/2fa': () => ({ body: { enabled: isOn, recovery_codes_left: isOn ? 10 : 0 } }),
      'POST /settings/2fa/setup': {
        body: { secret: 'ABCD', otpauth_url: 'otpauth://totp/Bank?secret=ABCD' },
      },
      'POST /settings/2fa/enable': () => {
        isOn = true;
        return unreachable();
      },
    });
    await press('Activer la double authentification');
    await fill('Code à 6 chiffres', '123456');
    await press('Vérifier et activer');
    expect(
      await screen.findByRole('button', { name: 'Désactiver la double authentification' }),
    ).toBeVisible();
  });
});

describe('the second factor', () => {
  const setup = { secret: 'ABCDEFGHIJKLMNOP', otpauth_url: 'otpauth://totp/Bank?secret=ABCDEFGHIJKLMNOP' };
  const codes = Array.from({ length: 10 }, (_, at) => `AAAA-BBBB-CCCC-000${at}`);
  const turnOn = async (responses: Record<string, Answer> = {}) => {
    const view = renderSettings('/settings?tab=security', {
      'POST /settings/2fa/setup': { body: setup },
      'POST /settings/2fa/enable': { body: { recovery_codes: codes } },
      ...responses,
    });
    await press('Activer la double authentification');
    return view;
  };

  it('shows a QR code and a key in groups of four, then the recovery codes once', async () => {
    await turnOn();
    expect(await screen.findByRole('img', { name: /^QR code/ })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml/),
    );
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeInTheDocument();
    await fill('Code à 6 chiffres', '123456');
    await press('Vérifier et activer');
    const list = await screen.findByRole('list', { name: 'Vos dix codes de récupération' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(10);
    await press('J’ai conservé ces codes');
    expect(screen.queryByText(codes[0]!)).not.toBeInTheDocument();
    expect(screen.getByText(/Il vous reste 10 codes/)).toBeInTheDocument();
  });

  it('keeps the codes while another screen is open, and asks before the page is closed', async () => {
    const { unmount } = await turnOn();
    await fill('Code à 6 chiffres', '123456');
    await press('Vérifier et activer');
    await screen.findByText(codes[0]!);
    await open('Profil');
    await open('Sécurité');
    expect(screen.getByText(codes[0]!)).toBeVisible();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      act(() => void window.dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect(leave()).toBe(true);
    unmount();
    expect(leave()).toBe(false);
  });

  it('displays beside the field that a first code is wrong', async () => {
    const wrong = 'Ce code n’est pas valable.';
    await turnOn({
      'POST /settings/2fa/enable': refused(422, 'INVALID_TWO_FACTOR_CODE', wrong, { code: wrong }),
    });
    await fill('Code à 6 chiffres', '000000');
    await press('Vérifier et activer');
    await waitFor(() =>
      expect(screen.getByLabelText('Code à 6 chiffres')).toHaveAccessibleDescription(/pas valable/),
    );
  });

  it('is turned off with the password and a code', async () => {
    const { calls } = renderSettings('/settings?tab=security', {
      'GET /settings/2fa': { body: { enabled: true, recovery_codes_left: 1 } },
      'POST /settings/2fa/disable': { status: 204 },
    });
    expect(await screen.findByText(/Il vous reste 1 code de récupération/)).toBeInTheDocument();
    await press('Désactiver la double authentification');
    const [, password] = screen.getAllByLabelText('Mot de passe actuel');
    await pasteInto(password!, 'my-password');
    await fill('Code', 'AAAAA-00001');
    await press('Désactiver');
    expect(await screen.findByText('Double authentification désactivée.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Activer la double authentification' })).toBeVisible();
    const body = { password: 'my-password', code: 'AAAAA00001' };
    expect(calls).toContainEqual(expect.objectContaining({ path: '/settings/2fa/disable', body }));
  });

  it.each([
    ['on', { enabled: false, recovery_codes_left: 0 }],
    ['off', { enabled: true, recovery_codes_left: 1 }],
  ])('takes the sessions that ended when it was turned %s from their list', async (_to, state) => {
    const session = { device: 'Safari sur iPhone', current: false };
    const time = '2026-11-20T08:00:00.000Z';
    let sessions = [{ id: 2, ...session, created_at: time, last_seen_at: time }];
    const changed = (answer: Answer) => () => {
      sessions = [];
      return answer;
    };
    renderSettings('/settings?tab=security', {
      'GET /auth/sessions': () => ({ body: { sessions } }),
      'GET /settings/2fa': { body: state },
      'POST /settings/2fa/setup': { body: setup },
      'POST /settings/2fa/enable': changed({ body: { recovery_codes: codes } }),
      'POST /settings/2fa/disable': changed({ status: 204 }),
    });
    expect(await screen.findByText('Safari sur iPhone')).toBeInTheDocument();
    await press(`${state.enabled ? 'Désactiver' : 'Activer'} la double authentification`);
    if (state.enabled) {
      await pasteInto(screen.getAllByLabelText('Mot de passe actuel')[1]!, 'my-password');
      await fill('Code', 'AAAAA-00001');
      await press('Désactiver');
    } else {
      await fill('Code à 6 chiffres', '123456');
      await press('Vérifier et activer');
    }
    await waitFor(() => expect(screen.queryByText('Safari sur iPhone')).not.toBeInTheDocument());
  });
});

describe('the preferences', () => {
  it('are saved by the button', async () => {
    const { calls } = renderSettings('/settings?tab=notifications', {
      'PUT /settings/preferences': {
        body: { ...preferences, smsNotifications: true, textMessages: 'available' },
      },
    });
    await userEvent.click(await screen.findByLabelText('Notifications par SMS'));
    await press('Enregistrer mes préférences');
    expect(await screen.findByText('Préférences enregistrées.')).toBeInTheDocument();
    expect(screen.getByLabelText('Notifications par SMS')).toBeChecked();
    expect(calls.at(-1)?.body).toEqual({ ...preferences, smsNotifications: true });
  });

  it.each([
    ['a number', '', /Nous n’avons pas votre numéro/],
    ['a verified number', profile.phone, /n’est pas vérifié.*Vérifier mon numéro/],
  ])('display that a text message needs %s, and cannot be chosen before', async (_what, phone, hint) => {
    renderSettings('/settings?tab=notifications', {
      'GET /settings/profile': { body: { ...profile, phone } },
      'GET /settings/preferences': { body: { ...preferences, textMessages: 'unverified' } },
    });
    await waitFor(() =>
      expect(screen.getByLabelText('Notifications par SMS')).toHaveAccessibleDescription(hint),
    );
    expect(screen.getByLabelText('Notifications par SMS')).toBeDisabled();
  });

  it('offer no text messages where the bank sends none', async () => {
    renderSettings('/settings?tab=notifications', {
      'GET /settings/preferences': { body: { ...preferences, textMessages: 'not_configured' } },
    });
    expect(await screen.findByLabelText('Notifications push')).toBeVisible();
    expect(screen.queryByLabelText('Notifications par SMS')).not.toBeInTheDocument();
  });
});
