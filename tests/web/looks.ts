import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';

/**
 * The targets that a finger misses: lower than 44 px, whatever of the page takes the touch there. Links within a sentence have the
 * height of its lines (WCAG 2.2, 2.5.8).
 */
export const lowTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const reach = 21;
    const isTarget = (element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect();
      const isInSentence = element.matches('a') && getComputedStyle(element).display === 'inline';
      return (
        element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && !isInSentence
      );
    };
    const takes = (element: HTMLElement, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const label = hit?.closest('label');
      return hit !== null && (element.contains(hit) || label?.control === element);
    };
    const selector = 'a[href], button, summary, select, textarea, input:not([type="hidden"])';
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter(isTarget)
      .filter((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, width, top, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        return height < 44 && !(takes(element, x, y - reach) && takes(element, x, y + reach));
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        return `${element.tagName} "${name.trim()}" ${Math.round(width)} × ${Math.round(height)}`;
      });
  });

/** What covers the element that has the focus, with that element; undefined where nothing does. */
const coverOfFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { activeElement: focused } = document;
    if (!focused || focused === document.body) return undefined;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    // What stays in place while the page scrolls; a picture over its own control is no cover.
    let cover = document.elementFromPoint(x, y);
    while (cover && !/fixed|sticky/.test(getComputedStyle(cover).position)) cover = cover.parentElement;
    const isSeen = !cover || cover.contains(focused);
    return isSeen ? undefined : `${focused.outerHTML.slice(0, 120)} under ${cover?.outerHTML.slice(0, 120)}`;
  });

/** Whatever takes the focus by ten presses of Tab is in sight (WCAG 2.2, 2.4.11), once the page has scrolled to it. */
export async function focusIsSeen(page: Page, state: string) {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => coverOfFocus(page), `the focus in ${state}`).toBeUndefined();
  }
}

/** On paper: no frame, nothing to press, nothing cut off at the side of an A4 sheet, and dark words on no ground. */
export async function printsAsSheet(page: Page, state: string) {
  const viewport = page.viewportSize();
  // A4 less its margins, at 96 px an inch.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const sheet = await page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.getBoundingClientRect().width > 1)
        .map((element) => element.outerHTML.slice(0, 100));
    const heading = document.querySelector('dialog:modal h2, main h1');
    const [red = 0] = getComputedStyle(heading ?? document.body).color.match(/\d+/g) ?? [];
    return {
      frame: seen('nav, header:not(main header, dialog header), footer:not(main footer)'),
      buttons: seen('button'),
      cut: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      isDark: Number(red) < 90,
    };
  });
  expect(sheet, `${state} on paper`).toEqual({ frame: [], buttons: [], cut: 0, isDark: true });
  await page.emulateMedia({ media: 'screen' });
  if (viewport) await page.setViewportSize(viewport);
}
