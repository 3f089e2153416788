import { press, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fetchWithProgress } from '@bank/client/fetch-with-progress';
import { KycPage } from '../kyc/kyc-page';

signInBeforeEach();

jest.mock('@bank/client/fetch-with-progress', () => ({ fetchWithProgress: jest.fn() }));

const document = (id: number, kind: string, fault: string | null, words: string | null = null) => ({
  id,
  kind,
  name: `${kind}.png`,
  size: 9,
  status: 'rejected',
  fault,
  fault_text: words,
});
const rejected = {
  status: 'rejected',
  submitted_at: '2026-11-02T10:00:00.000Z',
  reviewed_at: '2026-11-03T10:00:00.000Z',
  verificationDate: null,
  expiryDate: null,
  reason: 'Presque bon.',
  reviewed_by: 'person',
  documents: [
    document(1, 'identity', 'illegible'),
    document(2, 'address', null),
    document(3, 'selfie', 'other', 'Sans lunettes, merci.'),
  ],
};
const open = () =>
  renderPage(<KycPage />, {
    path: '/dashboard/kyc',
    fetch: ({ path }) => ({ body: path === '/kyc' ? rejected : { id: 1 } }),
  });
const png = (name: string) => new File(['picture'], name, { type: 'image/png' });

it('asks for exactly the documents that have a fault, each with why', async () => {
  open();
  const form = await screen.findByRole('form', { name: 'Documents à refaire' });
  expect(form).toHaveTextContent('Le document n’est pas lisible.');
  expect(form).toHaveTextContent('Sans lunettes, merci.');
  expect(form).not.toHaveTextContent('Justificatif de domicile');
  expect(screen.getAllByLabelText(/^Choisir/)).toHaveLength(2);
  const sent = screen.getByRole('region', { name: 'Documents envoyés' });
  expect(sent).toHaveTextContent(/Justificatif de domicile.*Gardé/);
  expect(sent.textContent?.match(/Refusé/g)).toHaveLength(2);
});

it('sends only once each has a valid file, and then only those', async () => {
  const sent = jest.mocked(fetchWithProgress);
  open();
  await userEvent.upload(await screen.findByLabelText(/^Choisir.*Pièce d’identité$/), png('cni.png'));
  await press('Remplacer ces documents');
  expect(await screen.findByText(/^Choisissez un fichier valable/)).toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
  await userEvent.upload(screen.getByLabelText(/^Choisir.*Selfie/), png('moi.png'));
  expect(screen.queryByText(/^Choisissez un fichier valable/)).toBeNull();
  await press('Remplacer ces documents');
  const form = sent.mock.calls[0]?.[1].body as FormData;
  expect([sent.mock.calls[0]?.[0], form.getAll('kinds')]).toEqual([
    '/api/kyc/resend',
    ['identity', 'selfie'],
  ]);
  expect(form.getAll('documents').map((file) => (file as File).name)).toEqual(['cni.png', 'moi.png']);
});
