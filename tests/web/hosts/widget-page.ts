import type { Page } from '@playwright/test';

/** A page with a widget, like the snippet. */
export const pageWith = (head: string, body: string) =>
  `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Hôte</title>${head}</head><body><main><h1>Une page</h1></main>${body}</body></html>`;

/** The button in the corner, and the content of its frame. */
export const chatIn = (page: Page) => ({
  launcher: page.getByRole('button', { name: 'Assistant Bank PCS' }),
  frame: page.frameLocator('iframe[title="Assistant Bank PCS"]'),
  panel: page.getByRole('dialog', { name: 'Assistant Bank PCS' }),
});
