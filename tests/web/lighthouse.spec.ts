import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { fullChromiumPath } from '../support/chromium';
import { until } from '../support/until';
import { signIn } from './people';

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
interface Report {
  lhr: {
    categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; title: string }>;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Report>;

/** Lighthouse is installed for `npm run test:all` only. */
const program = path.resolve('tests/lighthouse/node_modules/lighthouse/core/index.js');
const categories: Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Other work on the machine slows a visit, and nothing makes it faster: the fastest of so many counts. */
const visits = 3;
const leastPerformance = 95;
/** In ms: a page with an open stream of events is never quiet. */
const maxWaitForLoad = 15_000;

/** A page of a signed-in customer is not to be found by search engines. */
const unsearchable = ['is-crawlable', 'meta-description'];

/** A browser that Lighthouse can join by its port. */
async function openBrowser(folder: string) {
  const { launchOptions } = test.info().project.use;
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    executablePath: fullChromiumPath(),
    locale: 'fr-FR',
    args: [...(launchOptions?.args ?? []), '--remote-debugging-port=0'],
  });
  const file = path.join(folder, 'DevToolsActivePort');
  let port = 0;
  await until(async () => (port = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])) > 0);
  return { context, port };
}

/** The scores of a page on a phone (slow 4G, a processor four times slower), and what keeps them from 100. */
async function visit(url: string, port: number, skipAudits: string[]) {
  const { default: lighthouse } = (await import(pathToFileURL(program).href)) as { default: Lighthouse };
  const flags = {
    port,
    skipAudits,
    maxWaitForLoad,
    onlyCategories: categories,
    disableStorageReset: true,
    logLevel: 'error',
  };
  const { lhr } = await lighthouse(url, flags);
  const failing = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => lhr.categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${lhr.audits[id]?.title}`);
  return { failing, performance: Math.round((lhr.categories.performance.score ?? 0) * 100) };
}

async function expectFullScore(url: string, port: number, skipAudits: string[] = []) {
  const performance: number[] = [];
  for (let round = 0; round < visits; round += 1) {
    const result = await visit(url, port, skipAudits);
    expect(result.failing, url).toEqual([]);
    performance.push(result.performance);
  }
  console.log(`${new URL(url).pathname}: performance ${performance.join(', ')}`);
  expect(Math.max(...performance), `performance of ${url}`).toBeGreaterThanOrEqual(leastPerformance);
}

test.describe('Lighthouse finds nothing on', { tag: '@matrix' }, () => {
  test.setTimeout(600_000);

  for (const page of ['/', '/login', '/faq']) {
    test(`${page} on a phone`, async ({ bank }, info) => {
      const { context, port } = await openBrowser(info.outputPath('profile'));
      await expectFullScore(`${bank.shellUrl}${page}`, port);
      await context.close();
    });
  }

  test('the overview on a phone', async ({ bank }, info) => {
    const { context, port } = await openBrowser(info.outputPath('profile'));
    const page = await context.newPage();
    await signIn(page, 'marie', bank.shellUrl);
    await page.waitForURL('**/dashboard**');
    await page.close();
    await expectFullScore(`${bank.shellUrl}/dashboard`, port, unsearchable);
    await context.close();
  });
});
