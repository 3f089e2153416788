import { pasteInto, renderPage, signInBeforeEach } from '../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { z } from 'zod';
import { useSession } from '../session/session';
import { useBankForm } from './form';

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
