/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { pressedBefore } from '@bank/contracts/routes';
import { config } from '../http/config';
import { pressedEarlier } from './hydration';

/** A page with these buttons, each under its name; the names of those that were pressed. */
function draw(...buttons: string[]) {
  const pressed: string[] = [];
  document.body.innerHTML = `<div class="needs-script">${buttons.join('')}</div>`;
  for (const button of document.querySelectorAll('button')) {
    const name = button.getAttribute('aria-label') ?? button.textContent;
    button.addEventListener('click', () => pressed.push(name));
  }
  return pressed;
}
const menu = '<button>Menu</button>';
const eye = '<button aria-label="Afficher la saisie"></button>';
const sun = '<button aria-label="Clair"></button>';

const press = (selector: string) =>
  Object.assign(window, { [pressedBefore]: document.querySelector(selector) });

it('presses the button again on the page that has taken it over', () => {
  const pressed = draw(sun, menu);
  press('button:last-child');
  pressedEarlier()();
  pressedEarlier()();
  expect(pressed).toEqual(['Menu']);
});

it('presses the one of its name on a page that was rendered again meanwhile, once', async () => {
  draw(sun, eye, menu);
  press('[aria-label^=Afficher]');
  const again = pressedEarlier();
  const pressed = draw(sun, eye, menu);
  again();
  expect(pressed).toEqual(['Afficher la saisie']);
  document.body.append(document.createElement('p'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(pressed).toEqual(['Afficher la saisie']);
});

describe('on a page that is rendered again in another language', () => {
  const moon = '<button aria-label="Dark"><svg><path d="M1"/></svg></button>';
  const lune = '<button aria-label="Sombre"><svg><path d="M1"/></svg></button>';
  const eyes = '<button aria-label="Show what was typed"></button>';
  beforeEach(() => {
    config.prerendered = { ...config.prerendered!, language: 'en' };
  });
  afterEach(() => {
    delete config.prerendered;
  });

  it('presses the button at the same place', () => {
    draw(moon, eyes);
    press('[aria-label^=Show]');
    const again = pressedEarlier();
    const pressed = draw(lune, eye);
    again();
    expect(pressed).toEqual(['Afficher la saisie']);
  });

  it('presses no other button that happens to stand there', async () => {
    draw(moon, eyes);
    press('[aria-label=Dark]');
    const again = pressedEarlier();
    const other = draw(eye, lune);
    again();
    const more = draw(lune, eye, menu);
    await new Promise((resolve) => setTimeout(resolve));
    const alike = draw(lune, eye);
    await new Promise((resolve) => setTimeout(resolve));
    expect([other, more, alike]).toEqual([[], [], ['Sombre']]);
  });
});

it('waits for a button that only the page of the session has', async () => {
  draw(menu);
  press('button');
  const again = pressedEarlier();
  draw(sun);
  again();
  const pressed = draw(sun, menu);
  await new Promise((resolve) => setTimeout(resolve));
  document.body.append(document.createElement('p'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(pressed).toEqual(['Menu']);
});

it('presses nothing where nothing was pressed', () => {
  const pressed = draw(menu);
  pressedEarlier()();
  expect(pressed).toEqual([]);
});
