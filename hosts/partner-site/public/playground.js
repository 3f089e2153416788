// The playground of the documentation: the form sets attributes of the elements, the list shows their events.
const form = document.getElementById('playground');
const tried = document.getElementById('try');
const chat = document.querySelector('bank-chat');
const log = document.getElementById('log');

function apply() {
  const { locale, scheme, brand, onBrand } = Object.fromEntries(new FormData(form));
  const theme = [scheme, `brand:${brand}`, `onBrand:${onBrand}`].filter(Boolean).join(';');
  for (const element of [tried, chat]) {
    element.setAttribute('theme', theme);
    if (locale) element.setAttribute('locale', locale);
    else element.removeAttribute('locale');
  }
  const written = [...tried.attributes].filter(({ name }) => name !== 'id');
  document.querySelector('#tag code').textContent =
    `<bank-signup ${written.map(({ name, value }) => `${name}="${value}"`).join(' ')}></bank-signup>`;
}

form.addEventListener('input', apply);
form.elements.open.addEventListener('click', () => tried.open());
form.elements.close.addEventListener('click', () => tried.close());
for (const name of ['ready', 'open', 'close', 'step', 'complete', 'error'])
  document.addEventListener(`bank-${name}`, ({ type, detail, target }) => {
    const item = document.createElement('li');
    item.textContent = `${target.localName}: ${type} ${JSON.stringify(detail)}`;
    log.append(item);
  });
apply();
