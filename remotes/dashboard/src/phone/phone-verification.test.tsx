import {
  marie,
  press,
  refused,
  renderPage,
  type Server,
  signInBeforeEach,
  type,
} from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import { useSession } from '@bank/client/session';
import { PhoneVerification } from './phone-verification';

signInBeforeEach();

const onVerified = jest.fn();
/** The page of a signed-in person. */
const Settings = () =>
  useSession().user ? <PhoneVerification phone="+33612345678" onVerified={onVerified} /> : null;
const renderOffer = (verified: Server) =>
  renderPage(<Settings />, {
    fetch: (call) => {
      if (call.path === '/auth/me') return { body: marie };
      if (call.path === '/settings/preferences') return { body: { textMessages: 'unverified' } };
      return call.path === '/settings/phone/verify' ? verified(call) : { status: 204 };
    },
  });

async function answer(code: string) {
  await press('Recevoir un code');
  await type('Code reçu par SMS', code);
  await press('Confirmer le numéro');
}

it('announces that a code could not be checked, and keeps it', async () => {
  renderOffer(() => refused(503, 'UNAVAILABLE', 'Le service est momentanément absent.'));
  await answer('123456');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Le service est momentanément absent.');
  await waitFor(() => expect(alert).toHaveFocus());
  expect(screen.getByLabelText('Code reçu par SMS')).toHaveValue('123456');
});

it('marks a wrong code', async () => {
  renderOffer(() =>
    refused(422, 'PHONE_CODE_INVALID', 'Ce code n’est pas le bon.', { code: 'Ce code n’est pas le bon.' }),
  );
  await answer('123456');
  await waitFor(() =>
    expect(screen.getByLabelText('Code reçu par SMS')).toHaveAccessibleDescription(
      /Ce code n’est pas le bon/,
    ),
  );
});

it('still asks for a code that is under way after a reload, and hands the focus on once it is right', async () => {
  const { unmount } = renderOffer(() => ({ status: 204 }));
  await press('Recevoir un code');
  await screen.findByLabelText('Code reçu par SMS');
  unmount();
  renderOffer(() => ({ status: 204 }));
  await type('Code reçu par SMS', '123456');
  await press('Confirmer le numéro');
  await waitFor(() => expect(onVerified).toHaveBeenCalledTimes(1));
});
