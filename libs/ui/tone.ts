import type { IconName } from './icon';

/** What a message or badge says beside its colour; colour never says it alone. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** The icon that stands for a tone. */
export const toneIcon: Record<Tone, IconName> = {
  neutral: 'circle',
  info: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  danger: 'circle-alert',
};
