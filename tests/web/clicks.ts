import type { Page } from '@playwright/test';

/** Counts what is clicked on the open document from now on; a key that presses a button is no click. */
export async function countClicks(page: Page) {
  await page.evaluate(() => {
    const counted = window as { clicks?: number };
    counted.clicks = 0;
    addEventListener('click', ({ detail }) => (counted.clicks! += Number(detail > 0)), true);
  });
  return () => page.evaluate(() => (window as { clicks?: number }).clicks);
}
