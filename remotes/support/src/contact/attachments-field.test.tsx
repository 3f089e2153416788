import { type Answer, marie, renderPage, type Server } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useSession } from '@bank/client/session';
import { setLanguage } from '@bank/i18n/language';
import { writeTokens } from '@bank/client/tokens';
import { AttachmentsField } from './attachments-field';
import { createUploads } from './uploads';
import { useAttachments } from './use-attachments';

// Replaces XMLHttpRequest by the fake server's `fetch`, with progress of a quarter.
jest.mock('@bank/client/fetch-with-progress', () => ({
  fetchWithProgress: (
    url: string,
    { onProgress, ...init }: RequestInit & { onProgress: (progress: object) => void },
  ) => {
    onProgress({ sent: 1, total: 4 });
    return fetch(url, init);
  },
}));

function Field() {
  const [uploads] = useState(createUploads);
  return <AttachmentsField {...useAttachments('contact', uploads)} />;
}

const picker = () => screen.getByLabelText(/Joindre des fichiers/);

it('shows the progress of an upload', async () => {
  let answer: (stored: Answer) => void = () => undefined;
  const server: Server = () => new Promise((resolve) => (answer = resolve));
  renderPage(<Field />, { fetch: server });
  await userEvent.upload(picker(), new File(['%PDF-1.7'], 'facture.pdf', { type: 'application/pdf' }));
  expect(await screen.findByRole('progressbar', { name: 'Part envoyée' })).toHaveAttribute('value', '0.25');
  expect(screen.getByText(/^25,0\s%$/)).toBeVisible();
  expect(picker()).toHaveAttribute('aria-disabled', 'true');
  expect(picker()).toHaveFocus();
  await act(async () => answer({ status: 201, body: { id: '1'.repeat(32), name: 'facture.pdf', size: 9 } }));
  expect(await screen.findByRole('button', { name: 'Retirer facture.pdf' })).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('listens to the uploads once, however often it is drawn', async () => {
  const uploads = createUploads();
  const subscribe = jest.spyOn(uploads, 'subscribe');
  function Redrawn() {
    const [times, draw] = useState(0);
    useAttachments('contact', uploads);
    return <button onClick={() => draw(times + 1)}>{times}</button>;
  }
  renderPage(<Redrawn />);
  const before = subscribe.mock.calls.length;
  for (const times of ['0', '1', '2']) await userEvent.click(screen.getByRole('button', { name: times }));
  expect(screen.getByRole('button', { name: '3' })).toBeVisible();
  expect(subscribe.mock.calls.length).toBe(before);
});

it('keeps uploaded files, and shows why one was refused', async () => {
  const answers: Answer[] = [
    { status: 201, body: { id: '1'.repeat(32), name: 'facture.pdf', size: 9 } },
    { status: 422, body: { error: 'Non.', code: 'DOCUMENT_TYPE_REFUSED', request_id: 'r' } },
  ];
  renderPage(<Field />, { fetch: () => answers.shift() ?? {} });
  await userEvent.upload(picker(), new File(['%PDF-1.7'], 'facture.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('facture.pdf')).toBeVisible();
  await userEvent.upload(picker(), new File(['x'], 'photo.png', { type: 'image/png' }));
  expect(await screen.findByText(/Impossible d’envoyer photo\.png : seuls les PDF/)).toBeVisible();
  act(() => setLanguage('en'));
  expect(
    await screen.findByText('Unable to send photo.png: only PDF, JPG and PNG are accepted.'),
  ).toBeVisible();
  act(() => setLanguage('fr'));
  await userEvent.click(screen.getByRole('button', { name: 'Retirer facture.pdf' }));
  expect(screen.queryByText('facture.pdf')).toBeNull();
});

it('omits a file that is removed while the next one is sent', async () => {
  const waiting: ((stored: Answer) => void)[] = [];
  const stored = (name: string): Answer => ({
    status: 201,
    body: { id: name.padEnd(32, '0'), name, size: 9 },
  });
  renderPage(<Field />, { fetch: () => new Promise((resolve) => waiting.push(resolve)) });
  const chosen = ['un.pdf', 'deux.pdf'].map((name) => new File(['x'], name, { type: 'application/pdf' }));
  await userEvent.upload(picker(), chosen);
  await act(async () => waiting[0]?.(stored('un.pdf')));
  await userEvent.click(await screen.findByRole('button', { name: 'Retirer un.pdf' }));
  await act(async () => waiting[1]?.(stored('deux.pdf')));
  expect(await screen.findByText('deux.pdf')).toBeVisible();
  expect(screen.queryByText('un.pdf')).toBeNull();
});

it('sends the files beside a refused one too, and names each that was refused', async () => {
  const server: Server = ({ body }) => {
    const { name } = (body as FormData).get('file') as File;
    return name.endsWith('.pdf')
      ? { status: 201, body: { id: name.padEnd(32, '0'), name, size: 9 } }
      : { status: 422, body: { error: 'Non.', code: 'DOCUMENT_TYPE_REFUSED', request_id: 'r' } };
  };
  const { calls } = renderPage(<Field />, { fetch: server });
  const chosen = ['un.pdf', 'deux.png', 'trois.pdf', 'quatre.png'].map(
    (name) => new File(['x'], name, { type: 'application/pdf' }),
  );
  await userEvent.upload(picker(), chosen);
  expect(await screen.findByText(/Impossible d’envoyer quatre\.png/)).toBeVisible();
  expect(screen.getByText(/Impossible d’envoyer deux\.png/)).toBeVisible();
  for (const name of ['un.pdf', 'trois.pdf']) expect(screen.getByText(name)).toBeVisible();
  expect(calls).toHaveLength(4);
});

it.each(['was stored', 'was under way'])(
  'asks a signed-in person again for a file whose upload %s when a reload lost it',
  async (state) => {
    writeTokens({ access_token: 'access', refresh_token: 'refresh' });
    const Guarded = () => useSession().user && <Field />;
    const stored = { status: 201, body: { id: '1'.repeat(32), name: 'facture.pdf', size: 9 } };
    const upload: Server = () => (state === 'was stored' ? stored : new Promise<never>(() => undefined));
    const open = () =>
      renderPage(<Guarded />, {
        fetch: (call) => (call.path === '/auth/me' ? { body: marie } : upload(call)),
      });
    const first = open();
    await screen.findByLabelText(/Joindre des fichiers/);
    await userEvent.upload(picker(), new File(['%PDF-1.7'], 'facture.pdf', { type: 'application/pdf' }));
    if (state === 'was stored') await screen.findByRole('button', { name: 'Retirer facture.pdf' });
    else await screen.findByRole('progressbar');
    expect(screen.queryByText(/n’a pas pu garder/)).toBeNull();
    first.unmount();
    open();
    expect(await screen.findByText(/n’a pas pu garder ces fichiers\s: facture\.pdf/)).toBeVisible();
  },
);
