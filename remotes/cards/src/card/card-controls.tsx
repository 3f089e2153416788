import type { Card, CardChannel } from '@bank/contracts/cards';
import { useFormat } from '@bank/i18n/use-format';
import { Grid } from '@bank/ui/layout';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import type { LimitName } from './card.api';
import styles from './card-controls.module.css';
import { LimitControl } from './limit-control';
import { Section } from './section';
import { SwitchRow } from './switch-row';
import { useCardTexts } from './texts';
import { type CardControls as Controls, useCardControls } from './use-card-controls';

const limits = {
  plastic: ['per_payment', 'per_day', 'per_month', 'cash_per_day'],
  virtual: ['per_payment', 'per_day', 'per_month'],
} as const;
const channels = {
  plastic: ['online', 'contactless', 'cash', 'abroad'],
  // Without cash, for which a PIN is needed: a virtual card has none.
  virtual: ['online', 'contactless', 'abroad'],
} as const;

/** The limits and uses of a card: every change acts at once. */
export function CardControls({ card }: { card: Card }) {
  const { t } = useCardTexts();
  const controls = useCardControls(card);
  const form = card.virtual ? 'virtual' : 'plastic';
  const errorOf = (name: LimitName | CardChannel) => {
    if (controls.refusal?.name !== name) return undefined;
    const { reason, isUnknown } = controls.refusal;
    return t(isUnknown ? 'controls.unknown' : 'controls.refused', { reason });
  };
  const hintOf = (name: CardChannel) =>
    t(
      card.virtual && (name === 'contactless' || name === 'abroad')
        ? `channels.${name}_virtual_hint`
        : `channels.${name}_hint`,
    );
  return (
    <>
      <Section title={t('limits.title')} lead={t('limits.lead')}>
        <Grid columns="medium" gap={24} className={styles.limits}>
          {limits[form].map((name) => (
            <LimitControl
              key={name}
              label={t(`limits.${name}`)}
              value={controls.limitOf(name)}
              most={card.most[name]}
              start={card.defaults?.[name]}
              error={errorOf(name)}
              onChange={(value) => controls.change({ limit: name, value })}
            />
          ))}
        </Grid>
      </Section>
      <Section title={t('channels.title')}>
        {channels[form].map((name) => (
          <SwitchRow
            key={name}
            label={t(`channels.${name}`)}
            hint={hintOf(name)}
            checked={controls.channelOf(name)}
            error={errorOf(name)}
            onChange={(value) => controls.change({ channel: name, value })}
          />
        ))}
      </Section>
      <Announcement controls={controls} />
    </>
  );
}

/** The result of the last change, for screen readers: on the screen the control itself shows it. */
function Announcement({ controls: { limitOf, channelOf, refusal, saved } }: { controls: Controls }) {
  const { t } = useCardTexts();
  const { amount } = useFormat();
  const name = refusal?.name ?? saved;
  const valueOf = (control: LimitName | CardChannel) => {
    if (isLimit(control)) return amount(limitOf(control));
    return t(channelOf(control) ? 'channels.on' : 'channels.off');
  };
  const labelOf = (control: LimitName | CardChannel) =>
    isLimit(control) ? t(`limits.${control}`) : t(`channels.${control}`);
  return (
    <VisuallyHidden>
      <span role="status">
        {name &&
          t(spokenKey(refusal), {
            name: labelOf(name),
            value: valueOf(name),
            reason: refusal?.reason ?? '',
          })}
      </span>
    </VisuallyHidden>
  );
}

function spokenKey(refusal: Controls['refusal']) {
  if (!refusal) return 'controls.said_saved';
  return refusal.isUnknown ? 'controls.said_unknown' : 'controls.said_refused';
}

const isLimit = (name: LimitName | CardChannel): name is LimitName =>
  (limits.plastic as readonly string[]).includes(name);
