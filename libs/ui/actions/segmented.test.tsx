import { fireEvent, render, screen } from '@testing-library/react';
import { LanguageSelector } from './language-selector';
import { Segmented } from './segmented';

it('submits its choice without a script, and is not found as the button of the page’s own form', () => {
  const { container } = render(<LanguageSelector />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'EN English' });
  expect([button.type, button.name, button.value]).toEqual(['submit', 'language', 'en']);
  expect(container.querySelector('form')?.method).toBe('post');
  expect(container.querySelector('[type=submit]')).toBeNull();
});

it('changes without submitting once a script has taken over, and never submits where it has no name', () => {
  const change = jest.fn();
  const submit = jest.fn();
  const options = [{ value: 'a', label: 'A' }] as const;
  const choice = (name?: string) => (
    <div onSubmit={submit}>
      <Segmented label="Choix" options={options} value="a" onChange={change} {...(name && { name })} />
    </div>
  );
  const { rerender } = render(choice('letter'));
  fireEvent.click(screen.getByRole('button', { name: 'A' }));
  rerender(choice());
  const plain = screen.getByRole<HTMLButtonElement>('button', { name: 'A' });
  fireEvent.click(plain);
  expect(plain.type).toBe('button');
  expect([change.mock.calls.length, submit.mock.calls.length]).toEqual([2, 0]);
});
