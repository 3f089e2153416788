import { renderPage } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { ApiError } from '@bank/client/api';
import { setLanguage } from '@bank/i18n/language';
import { PayeeCheck } from './payee-check';

const nothing = () => undefined;

it('shows nothing where no bank can be asked', () => {
  const { container } = renderPage(
    <PayeeCheck
      payee={{ name: 'Ada', account: 'FR76' }}
      verification={{ data: null, error: null, isPending: false } as never}
      onTakeName={nothing}
      accepted={false}
      onAccept={nothing}
      isRefused={false}
    />,
  );
  expect(container.textContent).toBe('');
});

it('words why it failed in the language that is chosen afterwards', async () => {
  const error = new ApiError('Le solde ne permet pas cette opération.', 'INSUFFICIENT_FUNDS', 422);
  renderPage(
    <PayeeCheck
      payee={{ name: 'Ada', account: 'FR76' }}
      verification={{ data: undefined, error, isPending: false } as never}
      onTakeName={nothing}
      accepted={false}
      onAccept={nothing}
      isRefused={false}
    />,
  );
  expect(screen.getByText(/Le solde ne permet pas cette opération\. Relisez/)).toBeVisible();
  act(() => setLanguage('en'));
  expect(await screen.findByText(/The balance does not allow this operation\. [A-Z]/)).toBeVisible();
  expect(screen.queryByText(/Relisez|Le solde/)).toBeNull();
  act(() => setLanguage('fr'));
});
