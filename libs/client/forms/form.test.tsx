import { pasteInto, renderPage, signInBeforeEach } from '../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../http/api';
import { useSession } from '../session/session';
import { setLanguage } from '@bank/i18n/language';
import { TextField } from '@bank/ui/text-field';
import { useBankForm } from './form';
import { useFormFields } from './form-fields';
import { FormFrame } from './form-frame';

signInBeforeEach();

const schema = z.object({ city: z.string(), street: z.string() });
type Address = z.infer<typeof schema>;

function Form({ stored }: { stored: Address }) {
  const { register } = useBankForm({ schema, defaultValues: stored, draft: 'address' });
  return (
    <>
      <input aria-label="Ville" {...register('city')} />
      <input aria-label="Rue" {...register('street')} />
    </>
  );
}
/** As on a page, which begins once it is known who is signed in. */
function Page({ stored }: { stored: Address }) {
  return useSession().user ? <Form stored={stored} /> : null;
}
const open = (stored: Address) =>
  renderPage(<Page stored={stored} />, { fetch: () => ({ body: { id: 2 } }) });

it('restores what was typed beside what was stored elsewhere since', async () => {
  const { unmount } = open({ city: 'Paris', street: '1 rue de la Paix' });
  await pasteInto(await screen.findByLabelText('Ville'), ' et Lyon');
  unmount();
  open({ city: 'Paris', street: '2 place Bellecour' });
  expect(await screen.findByLabelText('Ville')).toHaveValue('Paris et Lyon');
  expect(screen.getByLabelText('Rue')).toHaveValue('2 place Bellecour');
});

/** A form that can be closed while its call is on the way. */
function openClosable() {
  const answers: { arrive: () => void; fail: (error: Error) => void }[] = [];
  const call = () => new Promise<void>((arrive, fail) => answers.push({ arrive, fail }));
  function Sending() {
    const { register, submit, resetSent } = useBankForm({
      schema,
      defaultValues: { city: '', street: '' },
      draft: 'address',
    });
    const send = submit(async () => {
      await call();
      resetSent({ city: '', street: '' });
    });
    return (
      <form onSubmit={(event) => void send(event)}>
        <input aria-label="Ville" {...register('city')} />
        <button type="submit">Envoyer</button>
      </form>
    );
  }
  function Closable() {
    const [isOpen, setIsOpen] = useState(true);
    const { user } = useSession();
    return (
      <>
        <button onClick={() => setIsOpen(!isOpen)}>{isOpen ? 'Fermer' : 'Ouvrir'}</button>
        {user && isOpen && <Sending />}
      </>
    );
  }
  return { ...renderPage(<Closable />, { fetch: () => ({ body: { id: 2 } }) }), answers };
}
const city = () => screen.findByLabelText('Ville');
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('shows a failure that arrives after the form was closed', async () => {
  const { answers } = openClosable();
  await pasteInto(await city(), 'Lyon');
  await click('Envoyer');
  await click('Fermer');
  await act(async () => answers[0]?.fail(new ApiError('Lyon est complet.', 'MALFORMED_REQUEST', 400)));
  expect(screen.getByText('Lyon est complet.')).toBeInTheDocument();
  await click('Ouvrir');
  expect(await city()).toHaveValue('Lyon');
});

it('keeps the draft of what was typed after the form was opened again', async () => {
  const { answers } = openClosable();
  await pasteInto(await city(), 'Lyon');
  await click('Envoyer');
  await click('Fermer');
  await click('Ouvrir');
  await pasteInto(await city(), ' 2e');
  await act(async () => answers[0]?.arrive());
  expect(await city()).toHaveValue('Lyon 2e');
  await click('Fermer');
  await click('Ouvrir');
  expect(await city()).toHaveValue('Lyon 2e');
});

it('drops the draft of what was sent, closed or not', async () => {
  const { answers } = openClosable();
  await pasteInto(await city(), 'Lyon');
  await click('Envoyer');
  await click('Fermer');
  await act(async () => answers[0]?.arrive());
  await click('Ouvrir');
  expect(await city()).toHaveValue('');
  await pasteInto(await city(), 'Paris');
  await click('Envoyer');
  await act(async () => answers[1]?.arrive());
  expect(await city()).toHaveValue('');
  await click('Fermer');
  await click('Ouvrir');
  expect(await city()).toHaveValue('');
});

it('keeps what was typed while it was being sent', async () => {
  const { answers } = openClosable();
  await pasteInto(await city(), 'Lyon');
  await click('Envoyer');
  await pasteInto(await city(), ' 2e');
  await act(async () => answers[0]?.arrive());
  expect(await city()).toHaveValue('Lyon 2e');
  await click('Fermer');
  await click('Ouvrir');
  expect(await city()).toHaveValue('Lyon 2e');
});

it('words the refusals of the contract and of the server in the language that is chosen afterwards', async () => {
  const named = z.object({ city: z.string().min(1) });
  function Sending() {
    const form = useBankForm({ schema: named, defaultValues: { city: '' } });
    const { field, errors } = useFormFields(form, { city: 'Ville' });
    const send = form.submit(async () => {
      const fields = { city: 'Ce texte est trop long.' };
      throw new ApiError('Certains champs sont à corriger.', 'INVALID_FIELDS', 422, { fields });
    });
    return (
      <FormFrame form={form} errors={errors} onSubmit={send}>
        <TextField {...field('city')} />
        <button>Envoyer</button>
      </FormFrame>
    );
  }
  renderPage(<Sending />, { fetch: () => ({ body: { id: 2 } }) });
  await click('Envoyer');
  const input = await city();
  await waitFor(() => expect(input).toHaveAccessibleDescription(/Ce champ est obligatoire/));
  act(() => setLanguage('en'));
  await waitFor(() => expect(input).toHaveAccessibleDescription(/This field is required/));
  act(() => setLanguage('fr'));
  await pasteInto(input, 'Lyon');
  await click('Envoyer');
  expect(await screen.findByText('Certains champs sont à corriger.')).toBeInTheDocument();
  act(() => setLanguage('en'));
  expect(await screen.findByText('Some fields need correcting.')).toBeInTheDocument();
  await waitFor(() => expect(input).toHaveAccessibleDescription(/This text is too long/));
});

it('shows the failure of the last try no longer over what the next one refuses', async () => {
  const named = z.object({ city: z.string().min(1) });
  function Sending() {
    const form = useBankForm({ schema: named, defaultValues: { city: '' } });
    const { field, errors } = useFormFields(form, { city: 'Ville' });
    const send = form.submit(async () => {
      throw new ApiError('Une erreur est survenue.', 'INTERNAL', 500);
    });
    return (
      <FormFrame form={form} errors={errors} onSubmit={send}>
        <TextField {...field('city')} />
        <button>Envoyer</button>
      </FormFrame>
    );
  }
  renderPage(<Sending />, { fetch: () => ({ body: { id: 2 } }) });
  await pasteInto(await city(), 'Lyon');
  await click('Envoyer');
  expect(await screen.findByText('Une erreur est survenue.')).toBeInTheDocument();
  await userEvent.clear(await city());
  await click('Envoyer');
  expect(await screen.findByText('Une réponse est à revoir')).toBeInTheDocument();
  expect(screen.queryByText('Une erreur est survenue.')).not.toBeInTheDocument();
});
