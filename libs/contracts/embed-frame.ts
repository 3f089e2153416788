// Without zod: the first script of a frame reads this.
import type { Widget } from './partners';
import type { WidgetTheme } from './widget-theme';

/** The version of the messages between a partner's page and a frame; a change that could be misread raises it. */
export const embedProtocol = 1;

/** The id of the data block in which the bff writes the configuration of a frame. */
export const frameElement = 'bank-frame';

/** The release of a remote whose widget a frame is. */
export interface FrameRelease {
  remote: string;
  version: string;
}

/** The configuration of a frame's document. */
export interface FrameData {
  widget: Widget;
  /** The partner's publishable key. */
  partner: string;
  /** Authorises only this document to count an opening and a sign-up of the partner, once each. */
  token: string;
  /** The origin of the embedding page, the only one whose messages are accepted. */
  page: string;
  theme: WidgetTheme;
  /** The origin of the bank's own pages. */
  bank: string;
  /** The partner's own name for an application, if its page gives one. */
  reference?: string;
  /** The release that the frame belongs to; absent in development. */
  release?: FrameRelease;
  /** In the test mode: joined to every message to the page. */
  mark?: { test: true };
}
