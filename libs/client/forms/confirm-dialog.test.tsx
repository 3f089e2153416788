import { renderPage } from '../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError } from '../http/api';
import { ConfirmDialog } from './confirm-dialog';

/** A page with the dialog and a call that the test settles. */
function open() {
  const onDone = jest.fn();
  const answer: { resolve?: () => void; reject?: (error: Error) => void } = {};
  const call = () =>
    new Promise<void>((resolve, reject) => {
      Object.assign(answer, { resolve, reject });
    });
  function Page() {
    const [isAsking, setIsAsking] = useState(true);
    const close = () => setIsAsking(false);
    if (!isAsking) return null;
    return (
      <ConfirmDialog
        danger
        title="Supprimer ?"
        description="Pour de bon."
        action="Supprimer"
        onConfirm={call}
        done="C’est supprimé."
        failed="Rien n’a été supprimé."
        onDone={() => {
          onDone();
          close();
        }}
        onClose={close}
      />
    );
  }
  renderPage(<Page />);
  return { answer, onDone };
}

const question = () =>
  screen.queryByRole('alertdialog', { name: 'Supprimer ?', description: 'Pour de bon.' });
const button = (name: RegExp) => screen.getByRole('button', { name });
const confirm = () => userEvent.click(button(/^Supprimer/));

it('focuses the cancel button, shows progress, reports success and closes', async () => {
  const { answer, onDone } = open();
  expect(button(/^Annuler/)).toHaveFocus();
  await confirm();
  expect(button(/^Supprimer/)).toHaveAttribute('aria-busy', 'true');
  await act(async () => answer.resolve?.());
  expect(screen.getByText('C’est supprimé.')).toBeInTheDocument();
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(question()).not.toBeInTheDocument();
});

it('shows the server’s message after a failure, and stays open for a retry', async () => {
  const { answer, onDone } = open();
  await confirm();
  await act(async () => answer.reject?.(new ApiError('Quelqu’un s’en sert.', 'EMAIL_TAKEN', 409)));
  expect(screen.getByText(/ : Quelqu’un s’en sert\.$/)).toBeInTheDocument();
  expect(button(/^Supprimer/)).not.toHaveAttribute('aria-busy');
  expect(question()).toBeInTheDocument();
  expect(onDone).not.toHaveBeenCalled();
});

it('shows its own message where the server sends none', async () => {
  const { answer } = open();
  await confirm();
  await act(async () => answer.reject?.(new TypeError('Failed to fetch')));
  expect(screen.getByText('Rien n’a été supprimé.')).toBeInTheDocument();
});

it('reports success after the dialog was closed early, without closing what was opened since', async () => {
  const { answer, onDone } = open();
  await confirm();
  await userEvent.click(button(/^Annuler/));
  await act(async () => answer.resolve?.());
  expect(screen.getByText('C’est supprimé.')).toBeInTheDocument();
  expect(onDone).not.toHaveBeenCalled();
});
