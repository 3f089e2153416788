import type { Page } from '@playwright/test';
import { expect, test } from '../../support/bank-fixture';
import { withConsumer } from './consumer';
import { matrixUnless } from '../matrix';
import { chatIn } from './widget-page';

/** Applications without React: the element by its name, a button of their own, and its events. */
const vue = `
import { createApp, h, ref } from 'vue';
import { loadBank } from '@bank/embed';

const { origin, partner } = document.documentElement.dataset;
void loadBank({ origin });
createApp({
  setup() {
    const chat = ref();
    const opened = ref(0);
    return () => [
      h('button', { onClick: () => chat.value.open() }, 'Demander'),
      h('output', opened.value + ' fois'),
      h('bank-chat', { ref: chat, partner, launcher: 'none', 'onBank-open': () => (opened.value += 1) }),
    ];
  },
}).mount('#app');
`;

const svelteComponent = `
<script>
  let { partner } = $props();
  let chat;
  let opened = $state(0);
</script>
<button onclick={() => chat.open()}>Demander</button>
<output>{opened} fois</output>
<bank-chat bind:this={chat} {partner} launcher="none" onbank-open={() => (opened += 1)}></bank-chat>
`;

/** The component compiled, with the script that shows it. */
async function svelte(): Promise<string> {
  const { compile } = await import('svelte/compiler');
  const { js } = compile(svelteComponent, { generate: 'client', name: 'Application' });
  return `${js.code.replace('export default function', 'function')}
import { mount } from 'svelte';
import { loadBank } from '@bank/embed';
const { origin, partner } = document.documentElement.dataset;
void loadBank({ origin });
mount(Application, { target: document.getElementById('app'), props: { partner } });`;
}

async function opensByItsOwnButton(page: Page) {
  const { launcher, frame } = chatIn(page);
  await page.getByRole('button', { name: 'Demander' }).click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await expect(page.getByRole('status')).toHaveText('1 fois');
  // Nothing but the page's own button opens it.
  await expect(launcher).toHaveCount(0);
}

for (const [name, packages, source] of [
  ['Vue', ['vue'], async () => vue],
  ['Svelte', ['svelte'], svelte],
] as const)
  test(`the widget in an application with ${name}, opened by its own button${matrixUnless(false)}`, async ({
    page,
    hosts,
    bank,
  }) => {
    await withConsumer(async ({ bundled }) =>
      hosts.put(`/${name}.js`, {
        html: await bundled(await source(), [...packages]),
        headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
      }),
    );
    hosts.put(
      `/${name}`,
      `<!doctype html><html lang="fr" data-origin="${bank.embedUrl}" data-partner="${hosts.key}"><meta charset="utf-8"><title>${name}</title><main id="app"></main><script src="/${name}.js"></script></html>`,
    );
    await page.goto(`${hosts.origin}/${name}`);
    await opensByItsOwnButton(page);
  });

test('the package has types, a licence and a changelog, and resolves for every kind of importer', async () => {
  await withConsumer(async ({ files, archive, folder }) => {
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'LIFECYCLE.md']));
    const { publint } = await import('publint');
    expect((await publint({ pkgDir: folder, level: 'warning', pack: false })).messages).toEqual([]);
    const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core');
    const checked = await checkPackage(createPackageFromTarballData(await archive()));
    // The package is a module only: `require` is not offered.
    const problems = checked.types
      ? checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')
      : ['no types'];
    expect(problems).toEqual([]);
  });
});
