import type { IconName } from '../theme/icon';

/** The meaning of a message or badge, never conveyed by colour alone. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export const toneIcon: Record<Tone | 'waiting', IconName> = {
  neutral: 'circle',
  info: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  danger: 'circle-alert',
  waiting: 'clock',
};
