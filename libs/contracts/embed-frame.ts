// Without zod: the first script of a frame reads this.
import type { Widget } from './partners';
import type { WidgetTheme } from './widget-theme';

/** The version of the messages between a partner's page and a frame; a change that could be misread raises it. */
export const embedProtocol = 1;

/** The id of the data block in which the bff writes what its frame must know. */
export const frameElement = 'bank-frame';

/** What the document of a frame knows of its partner. */
export interface FrameData {
  widget: Widget;
  /** The publishable key that the page carries. */
  partner: string;
  /** Lets this document, and nobody else, count and sign up for the partner: each once. */
  token: string;
  /** The origin of the page that shows the frame, and alone may speak to it. */
  page: string;
  theme: WidgetTheme;
  /** Where the bank's own pages are. */
  bank: string;
}
