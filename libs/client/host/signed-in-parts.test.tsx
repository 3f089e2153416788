import { renderPage, signInBeforeEach } from '../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { useApiQuery } from '../live/api-query';
import { SignedInParts } from './signed-in-parts';

signInBeforeEach();

function Purchase() {
  const reason = useApiQuery<string>(['purchase'], '/carte/purchases').data;
  const photo = useApiQuery<string>(['photo'], '/photo', { staleTime: Infinity }).data;
  return (
    <>
      <p>{reason}</p>
      <p>{photo}</p>
      <input aria-label="Note" />
    </>
  );
}

it('reads the server’s words again in the language of the page, but not what is read once', async () => {
  const { calls, asked } = renderPage(
    <>
      <SignedInParts />
      <Purchase />
    </>,
    {
      fetch: ({ path, headers }) => {
        if (path === '/auth/me') return { body: { id: 7, role: 'user' } };
        if (path === '/photo') return { body: 'photo' };
        return { body: headers.get('Accept-Language') === 'en' ? 'Wrong PIN' : 'Code faux' };
      },
    },
  );
  expect(await screen.findByText('Code faux')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Note'), 'à voir');
  act(() => setLanguage('en'));
  expect(await screen.findByText('Wrong PIN')).toBeInTheDocument();
  expect(screen.getByLabelText('Note')).toHaveValue('à voir');
  expect(calls.at(-1)?.headers.get('X-Passive')).toBe('1');
  expect(asked('/carte/purchases')).toHaveLength(2);
  expect(asked('/photo')).toHaveLength(1);
});
