import { act } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { restoreTyped, takenOver, watchTyping } from './typed-before';

function Page() {
  const [name, setName] = useState('');
  useLayoutEffect(() => restoreTyped(), []);
  return (
    <form>
      <input id="name" value={name} onChange={({ target }) => setName(target.value)} />
      <output>{name}</output>
    </form>
  );
}

const prerendered = '<form><input id="name" value=""/><output></output></form>';

async function takeOver(type: (input: HTMLInputElement) => void, html = prerendered) {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.replaceChildren(root);
  const input = root.querySelector('input');
  if (!input) throw new Error('no field');
  watchTyping(root);
  type(input);
  const problems: unknown[] = [];
  await act(async () => {
    hydrateRoot(root, <Page />, { onRecoverableError: (error) => problems.push(error) });
  });
  return { root, problems, same: root.querySelector('input') === input };
}

it('passes the typed text to the page, in the same field', async () => {
  const { root, problems, same } = await takeOver((input) => {
    input.value = 'zoé';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(root.querySelector('input')?.value).toBe('zoé');
  expect(root.querySelector('output')?.textContent).toBe('zoé');
  expect([problems, same]).toEqual([[], true]);
  await takenOver;
});

it('leaves an untouched page alone', async () => {
  const { root, problems } = await takeOver(() => undefined);
  expect(root.querySelector('output')?.textContent).toBe('');
  expect(problems).toEqual([]);
});

it('finds the field again where the HTML did not match', async () => {
  const other = '<form><p></p><input id="name" value=""/></form>';
  const { root } = await takeOver((input) => {
    input.value = 'zoé';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, other);
  expect(root.querySelector('output')?.textContent).toBe('zoé');
});
