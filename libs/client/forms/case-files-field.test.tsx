import { marie, press, renderPage, signInBeforeEach } from '../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { clearTokens, writeTokens } from '../http/tokens';
import { useSession } from '../session/session';
import { CaseFilesField } from './case-files-field';
import { useCaseFiles } from './use-case-files';

signInBeforeEach();

function Field({ draft }: { draft: string }) {
  const chosen = useCaseFiles(draft);
  return (
    <>
      <CaseFilesField chosen={chosen} isSending={false} />
      <button onClick={chosen.clear}>Envoyer</button>
    </>
  );
}
const Page = ({ draft }: { draft: string }) => useSession().user && <Field draft={draft} />;
const open = (draft = 'dispute-4') => renderPage(<Page draft={draft} />, { fetch: () => ({ body: marie }) });
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const choose = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText('Joindre des pièces'), files);
const asked = (names: string) => screen.queryByText(new RegExp(`fichiers\\s: ${names}\\. Choisissez`));

it('asks again for the files that a reload or the end of the session lost, in the language of the moment', async () => {
  open();
  await choose(pdf('plainte.pdf'), pdf('courrier.pdf'));
  expect(asked('plainte.pdf, courrier.pdf')).toBeNull();
  act(() => clearTokens());
  expect(screen.queryByLabelText('Joindre des pièces')).toBeNull();
  act(() => writeTokens({ access_token: 'new', refresh_token: 'new' }));
  await screen.findByLabelText('Joindre des pièces');
  expect(asked('plainte.pdf, courrier.pdf')).toBeVisible();
  act(() => setLanguage('en'));
  expect(screen.getByText(/could not keep these files: plainte.pdf, courrier.pdf/)).toBeVisible();
  act(() => setLanguage('fr'));
  await choose(pdf('plainte.pdf'));
  expect(asked('courrier.pdf')).toBeVisible();
  await press('Continuer sans eux');
  expect(asked('courrier.pdf')).toBeNull();
  expect(screen.getByLabelText('Joindre des pièces')).toHaveFocus();
});

it('asks for no file that was sent or removed, nor for one of another form', async () => {
  const first = open();
  await choose(pdf('plainte.pdf'), pdf('courrier.pdf'));
  await press('Retirer courrier.pdf');
  first.unmount();
  const other = open('dispute-5');
  await screen.findByLabelText('Joindre des pièces');
  expect(screen.queryByText(/Choisissez-les/)).toBeNull();
  other.unmount();
  const again = open();
  await screen.findByLabelText('Joindre des pièces');
  expect(asked('plainte.pdf')).toBeVisible();
  await press('Envoyer');
  expect(screen.queryByText(/Choisissez-les/)).toBeNull();
  again.unmount();
  open();
  await screen.findByLabelText('Joindre des pièces');
  expect(screen.queryByText(/Choisissez-les/)).toBeNull();
});

it('shows why a file is not taken in the language of the moment', async () => {
  open();
  await choose(new File([new Uint8Array(11 * 1024 * 1024)], 'gros.pdf', { type: 'application/pdf' }));
  expect(screen.getByText(/^Seuls les fichiers PDF/)).toBeVisible();
  act(() => setLanguage('en'));
  expect(screen.getByText(/^Only PDF/)).toBeVisible();
});
