import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from '@bank/client/router';
import { buttonClass } from '@bank/ui/button';
import { Icon, type IconName } from '@bank/ui/icon';
import { useTexts } from '../texts';
import { Hero } from './hero';
import styles from './landing-page.module.css';

const sectionIds = ['services', 'advantages', 'pricing'] as const;

const services = [
  { name: 'accounts', icon: 'wallet' },
  { name: 'cards', icon: 'credit-card' },
  { name: 'payments', icon: 'globe' },
  { name: 'security', icon: 'shield-check' },
  { name: 'chat', icon: 'message-circle' },
  { name: 'administration', icon: 'monitor' },
] as const satisfies readonly { name: string; icon: IconName }[];

const advantages = ['inclusion', 'ease', 'transparency', 'security', 'express'] as const;

const priceItems = ['account', 'card', 'transfers', 'chat'] as const;

export function LandingPage() {
  useHashTarget(sectionIds);
  return (
    <div className={styles.page}>
      <Hero />
      <Services />
      <Advantages />
      <Pricing />
      <Closing />
      <StateLink />
    </div>
  );
}

function StateLink() {
  const { t } = useTexts();
  return (
    <p className={styles.state}>
      <Link to="/status">{t('closing.status')}</Link>
    </p>
  );
}

interface SectionProps {
  id: (typeof sectionIds)[number];
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A section that links can target; focusable, so that reading continues there. */
function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <header className={styles.heading}>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  );
}

function Services() {
  const { t } = useTexts();
  return (
    <Section id="services" title={t('services.title')} lead={t('services.lead')}>
      <ul className={styles.services}>
        {services.map(({ name, icon }) => (
          <li key={name}>
            <Icon name={icon} size={24} />
            <h3>{t(`services.${name}.title`)}</h3>
            <p>{t(`services.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Advantages() {
  const { t } = useTexts();
  return (
    <Section id="advantages" title={t('advantages.title')}>
      <ul className={styles.advantages}>
        {advantages.map((name) => (
          <li key={name}>
            <h3>{t(`advantages.${name}.title`)}</h3>
            <p>{t(`advantages.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Pricing() {
  const { t } = useTexts();
  return (
    <Section id="pricing" title={t('pricing.title')} lead={t('pricing.lead')}>
      <div className={styles.price}>
        <div>
          <h3>{t('pricing.plan')}</h3>
          <p className={styles.amount}>
            <strong>{t('pricing.amount')}</strong> {t('pricing.period')}
          </p>
          <p className={styles.year}>{t('pricing.year')}</p>
        </div>
        <ul className={styles.included}>
          {priceItems.map((item) => (
            <li key={item}>
              <Icon name="check" />
              {t(`pricing.item.${item}`)}
            </li>
          ))}
          <li>
            <Icon name="check" />
            <strong>{t('pricing.no_hidden_fees')}</strong>
          </li>
        </ul>
      </div>
    </Section>
  );
}

function Closing() {
  const { t } = useTexts();
  return (
    <section className={styles.closing} aria-labelledby="closing-title">
      <div>
        <h2 id="closing-title">{t('closing.title')}</h2>
        <p>{t('closing.text')}</p>
      </div>
      <Link to="/signup" className={buttonClass({ size: 'large', variant: 'secondary' })}>
        {t('open_account')}
      </Link>
    </section>
  );
}

/**
 * Goes to the section that the address names, as a browser would had the page been there when it arrived: on the
 * first load, and each time a link of the router names one, the same one included.
 */
function useHashTarget(ids: readonly string[]) {
  const { hash, key } = useLocation();
  const arrived = useRef(false);
  useEffect(() => {
    // Only a person who is already on the page has to see which way it moves; the style sheet decides how.
    const behavior = arrived.current ? 'auto' : 'instant';
    arrived.current = true;
    const id = ids.find((each) => hash === `#${each}`);
    const section = id && document.getElementById(id);
    if (!section) return;
    section.scrollIntoView({ behavior, block: 'start' });
    section.focus({ preventScroll: true });
  }, [ids, hash, key]);
}
