import type { Browser, Page } from '@playwright/test';
import { expect, supportPhone, test } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { axeFindsNothing } from './axe';
import { signIn, startSession, takenOver } from './people';
import { matrixUnless } from './matrix';

/** The public pages, and their headings in both languages. */
const pages = {
  '/': { fr: 'Un compte bancaire ouvert à tous', en: 'A bank account open to everyone' },
  '/login': { fr: 'Connexion', en: 'Sign in' },
  '/signup': { fr: 'Ouvrir mon compte', en: 'Open my account' },
  '/faq': { fr: 'Questions fréquentes', en: 'Frequently asked questions' },
  '/contact': { fr: 'Contact et support', en: 'Contact and support' },
} as const;

const browsers = { fr: 'fr-FR', en: 'en-GB' } as const;

async function without(browser: Browser, locale: string, baseURL: string) {
  const context = await browser.newContext({ javaScriptEnabled: false, locale, baseURL });
  return context.newPage();
}

/** Everything that the browser complains of, and the layout shifts of the page. */
async function observe(page: Page) {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The tests block the worker of the app.
    const isOfPage = message.text() !== 'Service Worker registration blocked by Playwright';
    if (isOfPage && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) (window as unknown as { shifts: number }).shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { complaints, shifts: () => page.evaluate(() => (window as unknown as { shifts: number }).shifts) };
}

const shellScript = /\/assets\/shell\/main\..*\.js/;

/** Keeps the shell's script away until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(shellScript, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Marks the heading of the prerendered page, to see whether the script keeps it. */
const mark = (page: Page) =>
  page.evaluate(() => document.querySelector('h1')?.setAttribute('data-of-the-server', ''));

for (const language of ['fr', 'en'] as const) {
  test(`the public pages are read without JavaScript (${language})${matrixUnless(language === 'en')}`, async ({
    browser,
    bank,
  }) => {
    const page = await without(browser, browsers[language], bank.shellUrl);
    for (const [address, headings] of Object.entries(pages)) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[language]);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(
        page.getByRole('link', { name: language === 'fr' ? 'Connexion' : 'Sign in' }).first(),
      ).toBeAttached();
    }
    await page.goto('/contact');
    const line = page.getByRole('link', { name: supportPhone });
    await expect(line).toHaveAttribute('href', `tel:${supportPhone.replaceAll(' ', '')}`);
    await page.context().close();
  });

  test(`the public pages are taken over without a change (${language})${matrixUnless(language === 'fr')}`, async ({
    browser,
    bank,
  }) => {
    const context = await browser.newContext({ locale: browsers[language], baseURL: bank.shellUrl });
    const page = await context.newPage();
    const { complaints, shifts } = await observe(page);
    for (const [address, headings] of Object.entries(pages)) {
      const release = await holdScript(page);
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[language]);
      await mark(page);
      release();
      await takenOver(page);
      await expect(page.locator('h1[data-of-the-server]')).toHaveText(headings[language]);
      expect(complaints, address).toEqual([]);
      // Only the font moves single words by a few pixels when it takes the place of its fallback.
      expect(await shifts(), address).toBeLessThan(0.002);
      await axeFindsNothing(page, address);
      await page.unroute(shellScript);
    }
    await context.close();
  });
}

test('a page looks the same whether the build or the script has drawn it', async ({ page }) => {
  const look = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, input, svg)')].map((element) => {
        const { x, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, width, height].join(' ');
      }),
    );
  for (const [address, link] of [
    ['/', 'FAQ'],
    ['/login', 'FAQ'],
    ['/faq', 'Contact'],
    ['/contact', 'FAQ'],
  ] as const) {
    await page.goto(address);
    await takenOver(page);
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    const rendered = await look();
    await page.getByRole('banner').getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading ?? '');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
    expect(await look(), address).toEqual(rendered);
  }
});

test('a page starts with no more script than decides when to load the others, and reports a shell that fails', async ({
  request,
}) => {
  for (const address of Object.keys(pages)) {
    const html = await (await request.get(address)).text();
    expect(html, address).not.toMatch(/<script[^>]* src=|<link[^>]* as="script"/);
    const scripts = [...html.matchAll(/<script(?: data-files="[^"]*")?>([^]*?)<\/script>/g)].map(
      ([, code]) => code,
    );
    expect(scripts.join('').length, address).toBeLessThan(2_500);
  }
});

test('where the browser saves data, scripts come only when the page is used', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/', { waitUntil: 'load' });
  await page.waitForTimeout(2_000);
  expect(scripts).toEqual([]);
  await page.keyboard.press('Tab');
  await takenOver(page);
  expect(scripts).not.toEqual([]);
});

// The second is rendered again: it may show what its HTML does not.
for (const address of ['/login', '/login?choix=1']) {
  test(`a button of ${address} that is pressed before the script runs acts as soon as it does, once`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const release = await holdScript(page);
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('#password').fill('secret');
    await page.getByRole('button', { name: 'Afficher la saisie' }).click();
    await expect(page.locator('#password')).toHaveAttribute('type', 'password');
    release();
    await takenOver(page);
    await expect(page.locator('#password')).toHaveAttribute('type', 'text');
    await expect(page.locator('#password')).toHaveValue('secret');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
}

test('a form that needs the script is not sent by the browser, and continues with what was typed', async ({
  page,
}) => {
  const release = await holdScript(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByLabel('Prénom').fill('Zoé');
  await page.getByRole('button', { name: 'Continuer' }).click({ noWaitAfter: true });
  await page.getByLabel('Téléphone').press('Enter');
  release();
  await expect(page.getByText('Veuillez remplir tous les champs obligatoires')).toBeVisible();
  await expect(page.getByLabel('Prénom')).toHaveValue('Zoé');
  await expect(page).toHaveURL('/contact');
});

test('a customer who continues before the script runs continues with their own details', async ({
  page,
  bank,
}) => {
  await startSession(page, (await newCustomer(bank.shellUrl)).email);
  const release = await holdScript(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Continuer' }).click({ noWaitAfter: true });
  release();
  await expect(page.getByRole('heading', { name: 'De quoi s’agit-il ?' })).toBeVisible();
});

test('a signed-in visitor’s page is taken over too, and leads to their space @matrix', async ({ page }) => {
  await signIn(page, 'marie');
  const { complaints, shifts } = await observe(page);
  for (const [address, headings] of Object.entries({ '/': pages['/'], '/faq': pages['/faq'] })) {
    const release = await holdScript(page);
    await page.goto(`${address}?utm_source=lettre`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings.fr);
    await mark(page);
    release();
    await takenOver(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Mon espace' })).toBeVisible();
    await expect(page.locator('h1[data-of-the-server]')).toHaveText(headings.fr);
  }
  expect(complaints).toEqual([]);
  expect(await shifts()).toBeLessThan(0.01);
});

test('what is typed before the script runs is kept, and sent', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const name = page.getByLabel('Nom d’utilisateur ou e-mail');
  await name.pressSequentially('marie');
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially('Client-de');
  release();
  await takenOver(page);
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially('mo-1');
  await expect(name).toHaveValue('marie');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('what is typed while the page is being taken over, after its frame, is kept and acts', async ({
  page,
}) => {
  const { complaints } = await observe(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const isTakenOver = (selector: string) =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__react'));
    const typeOnceFrameIsTakenOver = () => {
      if (!isTakenOver('header')) return void setTimeout(typeOnceFrameIsTakenOver);
      const field = document.querySelector<HTMLInputElement>('main input');
      if (!field || isTakenOver('h1')) return;
      // As a keyboard does it: React overrides the setter of its own fields.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'virement');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    typeOnceFrameIsTakenOver();
  });
  await page.goto('/faq');
  await takenOver(page);
  await expect(page.getByLabel('Rechercher dans la FAQ')).toHaveValue('virement');
  await expect(page.getByText('3 questions')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a form that is sent before the script runs is sent by the script as soon as it does, once', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/login')) sent.push(request.url());
  });
  const release = await holdScript(page);
  await page.goto('/login?from=%2Fdashboard%2Fcards', { waitUntil: 'commit' });
  await page.getByLabel('Nom d’utilisateur ou e-mail').fill('marie');
  await page.getByLabel('Mot de passe', { exact: true }).fill('Client-demo-1');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  release();
  await page.waitForURL('/dashboard/cards');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull();
  expect(sent).toEqual([expect.stringMatching('/api/auth/login$')]);
});

test('a form that the script is late for is sent by the browser itself, and the script takes the session over', async ({
  page,
}) => {
  const release = await holdScript(page);
  await page.goto('/login?from=%2Fdashboard%2Fcards', { waitUntil: 'commit' });
  await page.getByLabel('Nom d’utilisateur ou e-mail').fill('marie');
  await page.getByLabel('Mot de passe', { exact: true }).fill('Client-demo-1');
  await page.getByRole('button', { name: 'Se connecter' }).click({ noWaitAfter: true });
  await page.waitForURL('/dashboard/cards', { waitUntil: 'commit' });
  release();
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Marie');
  // It stays for five seconds, for a page that was left before it stored the answer.
  await expect
    .poll(() => page.context().cookies())
    .not.toContainEqual(expect.objectContaining({ name: 'bank_session' }));
});

const words = {
  fr: {
    name: 'Nom d’utilisateur ou e-mail',
    signIn: 'Se connecter',
    openAccount: 'Ouvrir mon compte',
    differ: /Les mots de passe ne correspondent pas/,
    wrong: 'Identifiant ou mot de passe incorrect.',
    open: 'Votre session est ouverte',
    end: 'Se déconnecter',
    sent: /Message envoyé avec succès/,
    send: 'Envoyer le message',
  },
  en: {
    name: 'Username or email',
    signIn: 'Sign In',
    openAccount: 'Open my account',
    differ: /The passwords do not match/,
    wrong: 'Incorrect username or password.',
    open: 'Your session is open',
    end: 'Sign out',
    sent: /Message sent successfully/,
    send: 'Send the message',
  },
} as const;

for (const language of ['fr', 'en'] as const) {
  const say = words[language];

  test(`signing in without JavaScript (${language})${matrixUnless(language === 'fr')}`, async ({
    browser,
    bank,
  }) => {
    const page = await without(browser, browsers[language], bank.shellUrl);
    await page.goto('/login');
    await page.getByLabel(say.name).fill('marie');
    await page.locator('#password').fill('wrong');
    await page.getByRole('button', { name: say.signIn }).click();
    await expect(page.getByRole('alert')).toHaveText(say.wrong);
    await expect(page.getByLabel(say.name)).toHaveValue('marie');
    await expect(page.locator('#password')).toHaveValue('');
    await page.locator('#password').fill('Client-demo-1');
    await page.getByRole('button', { name: say.signIn }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.open);
    await page.getByRole('button', { name: say.end }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(say.open);
    await page.context().close();
  });

  test(`opening an account without JavaScript (${language})${matrixUnless(language === 'en')}`, async ({
    browser,
    bank,
  }) => {
    const page = await without(browser, browsers[language], bank.shellUrl);
    await page.goto('/signup');
    await page.locator('#first_name').fill('Zoé');
    await page.locator('#last_name').fill('Sans <script>');
    await page.locator('#username').fill(`sans_${language}`);
    await page.locator('#email').fill(`sans.${language}@example.org`);
    await page.locator('#password').fill('Orange-tram-71');
    await page.locator('#confirmPassword').fill('Orange-tram-72');
    await page.getByRole('main').getByRole('button', { name: say.openAccount }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1);
    await expect(page.locator('#confirmPassword')).toHaveAccessibleDescription(say.differ);
    await expect(page.locator('#last_name')).toHaveValue('Sans <script>');
    await page.locator('#password').fill('Orange-tram-71');
    await page.locator('#confirmPassword').fill('Orange-tram-71');
    await page.getByRole('main').getByRole('button', { name: say.openAccount }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.open);
    await page.context().close();
  });

  test(`writing to support without JavaScript (${language})${matrixUnless(language === 'fr')}`, async ({
    browser,
    bank,
  }) => {
    const page = await without(browser, browsers[language], bank.shellUrl);
    await page.goto('/contact');
    await page.locator('#plain-firstName').fill('Zoé');
    await page.locator('#plain-lastName').fill('Sans');
    await page.locator('#plain-email').fill('zoe@example.org');
    await page.locator('#plain-category').selectOption('cards');
    await page.locator('#plain-subject').fill('Carte');
    await page.locator('#plain-message').fill(`Bonjour (${language})`);
    await page.getByRole('button', { name: say.send }).click();
    await expect(page.getByRole('status').first()).toHaveText(say.sent);
    await page.context().close();
  });

  test(`choosing the other language without JavaScript (from ${language})`, async ({ browser, bank }) => {
    const other = language === 'fr' ? 'en' : 'fr';
    const page = await without(browser, browsers[language], bank.shellUrl);
    await page.goto('/faq');
    await page.getByRole('button', { name: other === 'fr' ? 'Français' : 'English' }).click();
    await expect(page).toHaveURL('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages['/faq'][other]);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages['/'][other]);
    await page.context().close();
  });
}
