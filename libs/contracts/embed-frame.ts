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
  /** The hash (W3C SRI) of each script and style that a release's frame loads late, by name. */
  files?: Record<string, string>;
  /** In the test mode: joined to every message to the page. */
  mark?: { test: true };
}

/** The global with what the script in a frame's document does (`frame-watch.ts` of the bff), without any file of the frame. */
export const frameWatcher = 'bankFrame';

export interface FrameWatcher {
  /** Lets the widget take over the watch; false when a notice is shown in its place already. */
  start: () => boolean;
  /** Shows a notice in place of the widget, with a button that loads another release. */
  show: () => void;
  /** Reports a late file that did not load, with a notice if nothing of the widget is left. */
  lost: (address: string) => void;
}
