import { z } from 'zod';
import { languages } from './language';

/** The places in a rendered frame and its links that the server fills in. */
export const slotOf = {
  page: '{{page}}',
  publicLinks: '{{public-links}}',
  accountLinks: '{{account-links}}',
  address: '{{address}}',
  label: '{{label}}',
} as const;

const html = z.string();

/** The HTML of a shell's frame around a public page, and of one link of each kind in it. */
export const renderedFrame = z.object({
  html,
  links: z.object({ public: html, account: html, main: html }),
});
export type RenderedFrame = z.infer<typeof renderedFrame>;

/** The part of a shell's `host.json` from which prerendered pages are put together. */
export const renderedFrames = z.object({
  /** The hash of the shared libraries of this build: pages with another one do not fit. */
  libraries: z.string(),
  frames: z.record(z.enum(languages), renderedFrame),
});
