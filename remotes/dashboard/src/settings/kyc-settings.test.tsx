import { renderPage } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { writeTokens } from '@bank/client/tokens';
import { KycSettings } from './kyc-settings';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const documents = [{ id: 1, kind: 'identity', name: 'cni.pdf', size: 9, status: 'approved' }];
const kyc = {
  ...{
    status: 'approved',
    submitted_at: '2026-11-02T10:00:00.000Z',
    reviewed_at: '2026-11-03T10:00:00.000Z',
  },
  ...{ verificationDate: '2026-11-03T10:00:00.000Z', expiryDate: '2028-11-03T10:00:00.000Z', reason: null },
  documents,
};

const render = (body: unknown) => renderPage(<KycSettings />, { fetch: () => ({ body }) });

describe('the verification', () => {
  it('is summed up, with a way to its screen', async () => {
    render(kyc);
    expect(await screen.findByText('Votre identité a été validée. Accès complet activé !')).toBeVisible();
    expect(screen.getAllByText('Vérifié')).toHaveLength(2);
    expect(screen.getAllByText('Non envoyé')).toHaveLength(2);
    expect(screen.getByText('3 nov. 2028')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ouvrir la vérification d’identité' })).toHaveAttribute(
      'href',
      '/dashboard/kyc',
    );
  });

  it('reads as not verified before anything was sent', async () => {
    const nothing = { ...kyc, status: 'pending', submitted_at: null, verificationDate: null, documents: [] };
    render(nothing);
    expect(await screen.findByText('Non vérifié')).toBeVisible();
    expect(screen.getByText('Aucun statut disponible.')).toBeVisible();
  });
});
