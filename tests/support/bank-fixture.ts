import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { startBank } from './bank';
import type { Bank } from './bank';
import { startHosts, type Hosts } from './hosts';

interface WorkerFixtures {
  /** Running and seeded, shared by the tests of one worker: a test must not rely on rows that another may change. */
  bank: Bank;
  /** Sites outside the bank, one of them a partner's. */
  hosts: Hosts;
}

interface TestFixtures {
  /** `test.use({ allowPageErrors: true })` for a test that breaks a page on purpose. */
  allowPageErrors: boolean;
  /** The errors of this test's pages so far. */
  pageErrors: string[];
}

/**
 * The first round of the jobs works on all of the demonstration: five seconds of processor time for each worker's bank. No test
 * of the short run waits for a round; the bank of the remotes has them, as all banks do with the long matrices.
 */
const jobs = process.env.TEST_ALL ? {} : { JOBS_EVERY_SECONDS: '0' };

/** The number of the bank's telephone line. */
export const supportPhone = '01 99 00 17 17';

/** Chromium's console messages about a blocked resource. */
const CSP_VIOLATION =
  /Content Security Policy|Refused to (load|execute|apply|connect|frame)|TrustedHTML|TrustedScript/i;

/**
 * Playwright's `test` with a bank. Relative addresses are on the customer site. A test fails when one of its pages
 * throws or violates its content security policy.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  bank: [
    async ({}, use) => {
      const bank = await startBank({
        seed: true,
        env: { LOG_LEVEL: 'warn', SUPPORT_PHONE: supportPhone, ...jobs },
      });
      await use(bank);
      await bank.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  hosts: [
    async ({ bank }, use) => {
      const { hosts, stop } = await startHosts(bank);
      await use(hosts);
      await stop();
    },
    { scope: 'worker' },
  ],
  allowPageErrors: [false, { option: true }],
  pageErrors: async ({}, use) => use([]),
  baseURL: async ({ bank }, use) => use(bank.shellUrl),
  context: async ({ context, pageErrors, allowPageErrors }, use) => {
    collectErrors(context, pageErrors);
    await use(context);
    if (!allowPageErrors) expect(pageErrors, 'errors in the pages of this test').toEqual([]);
  },
});

export const { expect } = test;

/** For a context that a test opens by itself, such as a second customer's. */
export function collectErrors(context: BrowserContext, errors: string[]) {
  context.on('weberror', (error) => errors.push(String(error.error().stack ?? error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && CSP_VIOLATION.test(message.text())) errors.push(message.text());
  });
}
