import type { BrowserContext, CDPSession, Frame, Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { chatIn, pageWith } from '../web/hosts/widget-page';
import { median } from './web-visit';

/** The limits, ms; a mid-range telephone on Fast 4G, as emulated by the browser's own tools. */
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
      // The panel's own text is shown until the frame is usable.
      if (!root.querySelector('[hidden] + iframe')) return;
      observed.usableAt = performance.now();
      observer.disconnect();
    }).observe(root, { subtree: true, attributes: true, childList: true });
  });
}

const read = (page: Page) => page.evaluate(() => (window as unknown as Watched).observed);

/** Each figure is the median of this number of visits with an empty cache, since the machine has other load. */
const visits = 5;

type Send = (method: string, parameters?: object) => Promise<unknown>;

async function slow(send: Send) {
  await send('Network.enable');
  await send('Emulation.setCPUThrottlingRate', slowProcessor);
  await send('Network.emulateNetworkConditions', fast4G);
}

/** Slows a page, and each frame with its own process, before its first line runs. */
async function slowAll(session: CDPSession) {
  await session.send('Network.clearBrowserCache');
  await slow((method, parameters) => session.send(method as 'Network.enable', parameters as object));
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    let id = 0;
    const send: Send = (method, params = {}) => {
      id += 1;
      return session.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      });
    };
    void slow(send).then(() => send('Runtime.runIfWaitingForDebugger'));
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
  });
}

/** The time of a fixed amount of work in a page or a frame, ms. */
const paceOf = (shown: Page | Frame) =>
  shown.evaluate(() => {
    const from = performance.now();
    let sum = 0;
    for (let at = 0; at < 2e7; at += 1) sum += at % 7;
    return Math.round(performance.now() - from + (sum < 0 ? 1 : 0));
  });

/** Visits an address in consecutive slowed pages, and returns the median of each figure of `measure`. */
async function visited<Figures extends Record<string, number>>(
  context: BrowserContext,
  address: string,
  measure: (page: Page) => Promise<Figures>,
): Promise<Figures> {
  const taken: Figures[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const page = await context.newPage();
    await slowAll(await context.newCDPSession(page));
    await page.addInitScript(observe);
    await page.goto(address);
    taken.push(await measure(page));
    await page.close();
  }
  const names = Object.keys(taken[0]!) as (keyof Figures)[];
  const figures = names.map((name) => [name, median(taken.map((each) => each[name]))] as const);
  console.log(new URL(address).pathname, JSON.stringify(taken));
  return Object.fromEntries(figures) as Figures;
}

test('before the click a page has no layout shift and stays responsive', async ({ context, hosts }) => {
  const words = '<p>Un texte.</p>'.repeat(30);
  hosts.put(
    '/cost',
    pageWith(
      `${hosts.loader}<style>bank-signup{display:block;min-height:44px}</style>`,
      `<bank-signup partner="${hosts.key}"></bank-signup><bank-chat partner="${hosts.key}"></bank-chat>${words}`,
    ),
  );
  hosts.put('/bare', pageWith('', words));
  const settled = async (page: Page) => {
    await page.waitForTimeout(1_000);
    const { shift, tasks } = await read(page);
    return { shift, longTasks: tasks.filter((duration) => duration > limits.longTask).length };
  };
  const bare = await visited(context, `${hosts.origin}/bare`, settled);
  const cost = await visited(context, `${hosts.origin}/cost`, async (page) => {
    await chatIn(page).launcher.waitFor();
    return settled(page);
  });
  expect(cost.shift).toBe(0);
  expect(cost.longTasks).toBeLessThanOrEqual(bare.longTasks);
});

test('a click has an immediate effect, and the assistant is usable within a second', async ({
  context,
  hosts,
}) => {
  hosts.put('/click', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
  const bare = await context.newPage();
  const freePaces = [await paceOf(bare), await paceOf(bare), await paceOf(bare)];
  await bare.close();
  const figures = await visited(context, `${hosts.origin}/click`, async (page) => {
    await chatIn(page).launcher.click();
    await expect.poll(async () => (await read(page)).usableAt, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect.poll(async () => (await read(page)).clickToPaint).toBeGreaterThan(0);
    const { clickToPaint, usableAt, clickedAt, shift } = await read(page);
    return {
      painted: clickToPaint,
      usable: Math.round(usableAt - clickedAt),
      shift,
      pagePace: await paceOf(page),
      framePace: await paceOf(page.frames()[1]!),
    };
  });
  const { painted, usable, shift, pagePace, framePace } = figures;
  const freePace = median(freePaces);
  console.log(
    `the same work: ${pagePace} ms in the page, ${framePace} ms in the frame, ${freePace} ms unslowed`,
  );
  // Both must be slowed for meaningful figures.
  for (const pace of [pagePace, framePace]) expect(pace).toBeGreaterThan(2 * freePace);
  expect(shift).toBe(0);
  expect(painted).toBeLessThanOrEqual(limits.paint);
  expect(usable).toBeLessThanOrEqual(limits.usable);
});
