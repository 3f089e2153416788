import type { Page } from '@playwright/test';
import { chatIn, expect, pageWith, test } from '../web/hosts/host-fixture';

/** Limits of the issue, ms; a mid-range telephone on Fast 4G, as the browser's own tools emulate them. */
const limits = { longTask: 50, paint: 100, usable: 1_000 };
const slowProcessor = { rate: 4 };
const fast4G = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 };

interface Observed {
  shift: number;
  tasks: number[];
  clickToPaint: number;
  clickedAt: number;
  usableAt: number;
}

type Watched = typeof globalThis & { observed: Observed };

/** Runs in the page before anything else. */
function observe() {
  const observed = { shift: 0, tasks: [] as number[], clickToPaint: 0, clickedAt: 0, usableAt: 0 };
  Object.assign(window, { observed });
  const each = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  each('layout-shift', (entry) => (observed.shift += (entry as PerformanceEntry & { value: number }).value));
  each('longtask', ({ duration }) => observed.tasks.push(duration));
  const isClick = ({ name }: PerformanceEntry) => name === 'click' || name === 'pointerup';
  each(
    'event',
    (entry) => isClick(entry) && (observed.clickToPaint = Math.max(observed.clickToPaint, entry.duration)),
    { durationThreshold: 16 },
  );
  addEventListener('click', ({ timeStamp }) => (observed.clickedAt = timeStamp), true);
  addEventListener('bank-open', ({ target }) => {
    const root = (target as Element).shadowRoot!;
    new MutationObserver((_changes, observer) => {
      if (!root.querySelector('iframe:not([inert])')) return;
      observed.usableAt = performance.now();
      observer.disconnect();
    }).observe(root, { subtree: true, attributes: true, childList: true });
  });
}

const read = (page: Page) => page.evaluate(() => (window as unknown as Watched).observed);

async function slowed(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', slowProcessor);
  await session.send('Network.emulateNetworkConditions', fast4G);
  await page.addInitScript(observe);
}

test('before the click a page shifts nowhere and stays free', async ({ page, hosts }) => {
  await slowed(page);
  const words = '<p>Un texte.</p>'.repeat(30);
  hosts.put(
    '/cost',
    pageWith(
      `${hosts.loader}<style>bank-signup{display:block;min-height:78px}</style>`,
      `<bank-signup partner="${hosts.key}"></bank-signup><bank-chat partner="${hosts.key}"></bank-chat>${words}`,
    ),
  );
  hosts.put('/bare', pageWith('', words));
  await page.goto(`${hosts.origin}/bare`);
  const bare = (await read(page)).tasks.length;
  await page.goto(`${hosts.origin}/cost`);
  await chatIn(page).launcher.waitFor();
  await page.waitForTimeout(1_000);
  const { shift, tasks } = await read(page);
  console.log(
    `layout shift ${shift}; tasks over ${limits.longTask} ms: ${tasks.length} (${bare} on the bare page)`,
  );
  expect(shift).toBe(0);
  expect(tasks.length).toBeLessThanOrEqual(bare);
});

test('a click is answered at once, and the assistant usable within a second', async ({ page, hosts }) => {
  await slowed(page);
  hosts.put('/click', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
  await page.goto(`${hosts.origin}/click`);
  await chatIn(page).launcher.click();
  await expect.poll(async () => (await read(page)).usableAt, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(async () => (await read(page)).clickToPaint).toBeGreaterThan(0);
  const { clickToPaint, usableAt, clickedAt } = await read(page);
  const usable = Math.round(usableAt - clickedAt);
  console.log(`click to painted shell ${clickToPaint} ms; click to usable ${usable} ms`);
  expect(clickToPaint).toBeLessThanOrEqual(limits.paint);
  expect(usable).toBeLessThanOrEqual(limits.usable);
});
