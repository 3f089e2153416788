import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { AmountField, parseAmount } from './amount-field';
import { CheckboxField } from './checkbox-field';
import { CodeField } from './code-field';
import { PasswordField } from './password-field';
import { SelectField } from './select-field';
import { TextField } from './text-field';
import { TextareaField } from './textarea-field';

it('connects label, hint and error to the control', () => {
  const ref = createRef<HTMLInputElement>();
  render(
    <TextField ref={ref} name="email" label="E-mail" hint="Pour vous écrire" error="Obligatoire" required />,
  );
  const input = screen.getByLabelText('E-mail');
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Erreur\u00a0: Obligatoire',
    'Pour vous écrire',
  ]);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('obligatoire')).toBeTruthy();
  expect(ref.current).toBe(input);
});

it('refers to no missing description', () => {
  render(<TextField label="Ville" />);
  const input = screen.getByLabelText('Ville');
  expect(input.hasAttribute('aria-describedby')).toBe(false);
  expect(input.hasAttribute('aria-invalid')).toBe(false);
});

it('shows and hides a password', () => {
  render(<PasswordField label="Mot de passe" />);
  const input = screen.getByLabelText('Mot de passe');
  const toggle = screen.getByRole('button', { name: 'Afficher la saisie' });
  expect(input.getAttribute('type')).toBe('password');
  fireEvent.click(toggle);
  expect(input.getAttribute('type')).toBe('text');
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(toggle);
  expect(input.getAttribute('type')).toBe('password');
});

it.each([
  ['12,50', 12.5],
  ['12.50', 12.5],
  ['12,5', 12.5],
  ['12', 12],
  ['0,01', 0.01],
  ['1 234,56 €', 1234.56],
  ['1\u202f234,56\u00a0€', 1234.56],
  ['90071992547409,91', 90071992547409.91],
  ['1,005', null],
  ['-5', null],
  ['1,2,3', null],
  ['1e3', null],
  ['douze', null],
  ['', null],
  ['90071992547409920', null],
])('reads the amount %p as %p', (text, value) => {
  expect(parseAmount(text)).toBe(value);
});

it('keeps the text of an amount as typed', () => {
  const typed = jest.fn();
  render(<AmountField label="Montant" onChange={(event) => typed(event.target.value)} />);
  const input = screen.getByLabelText('Montant');
  fireEvent.change(input, { target: { value: '12,5' } });
  expect(typed).toHaveBeenCalledWith('12,5');
  expect(input.getAttribute('inputmode')).toBe('decimal');
});

it('offers the options after a placeholder', () => {
  render(<SelectField label="Sujet" placeholder="Choisir" options={[{ value: 'cards', label: 'Cartes' }]} />);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Choisir', 'Cartes']);
});

it('counts the characters of a limited text', () => {
  render(<TextareaField label="Message" maxLength={20} />);
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Bonjour' } });
  expect(screen.getByText('7 caractères sur 20')).toBeTruthy();
});

it('counts a kept text that its form wrote into the field', () => {
  const write = (element: HTMLTextAreaElement | null) => {
    if (element) element.value = 'Bonjour';
  };
  render(<TextareaField label="Message" maxLength={20} ref={write} />);
  expect(screen.getByText('7 caractères sur 20')).toBeTruthy();
});

it('counts the value of a controlled form, which may have cleared it', () => {
  const { rerender } = render(<TextareaField label="Message" maxLength={20} used={7} />);
  rerender(<TextareaField label="Message" maxLength={20} used={0} />);
  expect(screen.getByText('0 caractères sur 20')).toBeTruthy();
});

it('shows why a box must be ticked', () => {
  render(<CheckboxField label="J'accepte" error="Ce champ est obligatoire." />);
  expect(screen.getByRole('checkbox', { name: "J'accepte", description: /obligatoire/ })).toBeTruthy();
});

it('accepts a code in groups, as applications show it', async () => {
  const onChange = jest.fn();
  render(<CodeField label="Code" onChange={(event) => onChange(event.target.value)} />);
  const input = screen.getByLabelText<HTMLInputElement>('Code');
  await userEvent.click(input);
  await userEvent.paste('123 456');
  expect(input).toHaveValue('123456');
  expect(onChange).toHaveBeenLastCalledWith('123456');
  input.setSelectionRange(1, 3);
  await userEvent.paste(' 9\u00a099 9');
  expect(input).toHaveValue('199456');
});
