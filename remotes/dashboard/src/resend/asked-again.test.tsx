import { renderPage } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { AskedAgain } from './asked-again';

const asked = {
  status: 'pending',
  submitted_at: null,
  reviewed_at: '2024-11-03T10:00:00.000Z',
  verificationDate: '2024-11-03T10:00:00.000Z',
  expiryDate: '2026-11-03T10:00:00.000Z',
  reason: null,
  reviewed_by: 'rules',
  documents: [
    { id: 1, kind: 'identity', name: 'cni.pdf', size: 9, status: 'approved', fault: null, fault_text: null },
  ],
} as const;
const render = (changed: object) =>
  renderPage(<AskedAgain kyc={{ ...asked, documents: [...asked.documents], why: null, ...changed }} />);

it.each([
  ['of documents', {}],
  ['that an administrator gave without any', { documents: [] }],
])('names the day on which the approval %s ran out', (_of, changed) => {
  render(changed);
  expect(screen.getByRole('status')).toHaveTextContent(/a expiré le 3 nov\. 2026/);
});

it.each([
  ['of an approval that would still be valid', { expiryDate: '2999-11-03T10:00:00.000Z' }],
  ['of a file that was not decided', { expiryDate: null, verificationDate: null }],
])('reports that the name changed or the bank asks %s', (_what, changed) => {
  render(changed);
  expect(screen.getByRole('status')).toHaveTextContent(/^.*Le nom de votre compte a changé, ou la banque/);
});

it.each([
  ['whose file waits', { submitted_at: '2026-11-20T10:00:00.000Z' }],
  ['who has sent nothing', { documents: [], expiryDate: null, verificationDate: null }],
])('shows nothing to somebody %s', (_who, changed) => {
  render(changed);
  expect(screen.queryByText('Votre identité est à vérifier de nouveau')).toBeNull();
});
