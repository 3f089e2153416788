// The form sets attributes of the element that is tried; the code and the events follow.
const form = document.getElementById('playground');
const place = document.getElementById('try');
const code = document.getElementById('code');
const log = document.getElementById('log');
const origin = document.querySelector('script[src$="/tools.js"]').src.replace(/\/embed\/.*/, '');

/** What an element needs besides its key. */
const examples = {
  exchange: { amount: '100', from: 'EUR', to: 'USD' },
  pay: {
    payee: 'Habitat Solidaire',
    iban: 'FR76 3000 6000 0112 3456 7890 189',
    amount: '612.40',
    reference: 'Loyer 4711',
  },
  'application-status': { application: '5f0c7a54-3f3c-4a52-9f0e-0f3f0f6a9d11' },
};
/** Those of the bank, which need not be written. */
const usual = { brand: '#0e5a49', onBrand: '#ffffff', surface: '#ffffff', ink: '#14211d', radius: '14px' };

let shown;

function draw() {
  const { widget, partner, locale, scheme, radius, ...colours } = Object.fromEntries(new FormData(form));
  const tokens = Object.entries({ ...colours, radius: `${radius}px` }).filter(
    ([name, value]) => value !== usual[name],
  );
  const theme = [...(scheme ? [scheme] : []), ...tokens.map((token) => token.join(':'))].join(';');
  const name = `bank-${widget}`;
  if (shown?.localName !== name) {
    shown?.destroy?.();
    shown?.remove();
    shown = document.createElement(name);
    place.append(shown);
  }
  const attributes = Object.entries({ partner, locale, theme, ...examples[widget] });
  for (const [attribute, value] of attributes)
    if (value) shown.setAttribute(attribute, value);
    else shown.removeAttribute(attribute);
  const written = attributes.filter(([, value]) => value).map(([key, value]) => `\n  ${key}="${value}"`);
  const file = widget in examples ? 'tools.js' : 'loader.js';
  code.textContent = `<script src="${origin}/embed/v1/${file}" async></script>\n<${name}${written.join('')}\n></${name}>`;
}

form.addEventListener('input', draw);
form.addEventListener('submit', (event) => event.preventDefault());
form.elements.open.addEventListener('click', () => shown.open?.());
form.elements.close.addEventListener('click', () => shown.close?.());
form.elements.copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(code.textContent);
  document.getElementById('said').textContent = form.dataset.copied;
});
for (const name of ['ready', 'open', 'close', 'step', 'complete', 'error'])
  addEventListener(`bank-${name}`, ({ type, detail, target }) => {
    const item = document.createElement('li');
    item.textContent = `${target.localName}: ${type} ${JSON.stringify(detail)}`;
    log.append(item);
  });
draw();
