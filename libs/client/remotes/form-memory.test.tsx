import '../../../tests/support/host-document';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { z } from 'zod';
import { keyPair, signedRemote } from '../../../tests/support/signed-remote';
import { useContractForm } from '../forms/contract-form';
import { FormMemory } from './form-memory';
import { RemoteContext } from './remote-context';

const remote = signedRemote(keyPair().privateKey);
const schema = z.object({ reason: z.string() });

function Form({ start = '' }: { start?: string }) {
  const { register } = useContractForm({ schema, defaultValues: { reason: start } });
  return <input aria-label="Reason" {...register('reason')} />;
}

/** A form in a remote whose screen may be replaced by another version’s. */
function Screen({ forms, version, start }: { forms: FormMemory; version: string; start?: string }) {
  return (
    <RemoteContext value={{ remote, forms, partFailed: () => undefined }}>
      <Form key={version} start={start} />
    </RemoteContext>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });

it('keeps the typed values when another version replaces the screen', async () => {
  const forms = new FormMemory();
  const { rerender } = render(<Screen forms={forms} version="a" />);
  await userEvent.type(field(), 'Half a sen');
  forms.keep();
  rerender(<Screen forms={forms} version="b" />);
  expect(field().value).toBe('Half a sen');
  await userEvent.type(field(), 'tence');
  expect(field().value).toBe('Half a sentence');
});

it('restores them once, and only to a form with the same initial values', async () => {
  const forms = new FormMemory();
  const { rerender } = render(<Screen forms={forms} version="a" />);
  await userEvent.type(field(), 'typed');
  forms.keep();
  rerender(<Screen forms={forms} version="b" start="of another thing" />);
  expect(field().value).toBe('of another thing');
  rerender(<Screen forms={forms} version="c" />);
  expect(field().value).toBe('typed');
  rerender(<Screen forms={forms} version="d" />);
  expect(field().value).toBe('');
});

it('discards the values of a closed form', async () => {
  const forms = new FormMemory();
  const { rerender } = render(<Screen forms={forms} version="a" />);
  await userEvent.type(field(), 'given up');
  rerender(<Screen forms={forms} version="reopened" />);
  forms.keep();
  rerender(<Screen forms={forms} version="b" />);
  expect(field().value).toBe('');
});
