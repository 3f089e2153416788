/** @jest-environment jsdom */
import { keepFocus } from './kept-focus';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

const page = `
  <main tabindex="-1">
    <h1 tabindex="-1">Paiements</h1>
    <section><h2>À valider</h2><ul>
      <li id="row"><button id="approve">Valider</button><button id="reject">Refuser</button></li>
      <li><button>Valider</button></li>
    </ul></section>
    <section id="bare"><button id="lone">Fermer</button></section>
  </main><button id="beside">Menu</button>`;

function open() {
  document.body.innerHTML = page;
  stops.push(keepFocus(document.querySelector('main')!));
}
const at = (id: string) => document.getElementById(id)!;
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const task = () => new Promise((resolve) => setTimeout(resolve));
/** Waits as long as the watcher does, however slow the machine is: a task after the frame that follows the change. */
const settled = () => frame().then(frame).then(task).then(task);
const focused = () => document.activeElement?.textContent;

describe('when the element with the focus goes away', () => {
  beforeEach(open);

  it.each([
    ['alone', 'approve', 'approve'],
    ['with its row', 'approve', 'row'],
  ])('%s, the heading above it gets the focus, not another control', async (_how, from, gone) => {
    at(from).focus();
    at(gone).remove();
    await settled();
    expect(focused()).toBe('À valider');
  });

  it('the title of the page gets it where its own part has no heading', async () => {
    at('lone').focus();
    at('bare').remove();
    await settled();
    expect(focused()).toBe('Paiements');
  });

  it('an element that the page focuses keeps the focus', async () => {
    at('approve').focus();
    at('approve').remove();
    setTimeout(() => at('reject').focus());
    await settled();
    expect(focused()).toBe('Refuser');
  });

  it('it stays where the person went, in the page or beside it', async () => {
    at('approve').focus();
    at('beside').focus();
    at('approve').remove();
    await settled();
    expect(focused()).toBe('Menu');
    at('reject').focus();
    at('reject').blur();
    document.dispatchEvent(new Event('pointerdown'));
    at('row').remove();
    await settled();
    expect(document.activeElement).toBe(document.body);
  });

  it('another element that goes away moves nothing', async () => {
    at('approve').focus();
    at('reject').remove();
    await settled();
    expect(focused()).toBe('Valider');
  });
});
