import { type ReactNode, useState } from 'react';
import { Alert } from '../feedback/alert';
import { Amount } from '../data/amount';
import { Badge } from '../feedback/badge';
import { Cluster, Grid, Stack } from '../layout/layout';
import { Brand } from '../theme/brand';
import { Button, buttonClass } from '../actions/button';
import { Card } from '../layout/card';
import { CopyButton } from '../actions/copy-button';
import { Dialog } from '../overlays/dialog';
import { Fact, DescriptionList } from '../data/description-list';
import { Fields, Refused } from './gallery-forms';
import { States, Tables } from './gallery-lists';
import { Section } from './gallery-section';
import { useGalleryTexts } from './gallery-texts';
import styles from './gallery.module.css';
import { firstIcons } from '../theme/first-icons';
import { Icon } from '../theme/icon';
import { moreIcons } from '../theme/more-icons';
import { LanguageSelector } from '../actions/language-selector';
import { MenuSheet } from '../actions/menu-sheet';
import { PageHeading } from '../layout/page-heading';
import { PaymentCard } from '../data/payment-card';
import { Stat } from '../data/stat';
import { Timeline, TimelineEntry, WrittenText } from '../data/timeline';
import { ThemeSwitch } from '../actions/theme-switch';
import { useToast, type ToastType } from '../feedback/toast';
import type { Tone } from '../feedback/tone';

interface GalleryProps {
  /** Further controls of the heading, beside the language and the theme. */
  actions?: ReactNode;
  /** Sections below those of the design system. */
  children?: ReactNode;
}

/** Every component in every state. Needs I18nProvider and ToastProvider above. */
export function Gallery({ actions, children }: GalleryProps) {
  const { t } = useGalleryTexts();
  return (
    <div className={styles.gallery}>
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            {actions}
            <LanguageSelector />
            <ThemeSwitch />
          </>
        }
      />
      <Themes />
      <Buttons />
      <Fields />
      <Refused />
      <Messages />
      <Figures />
      <Tables />
      <States />
      <Windows />
      <Icons />
      {children}
    </div>
  );
}

const tones: Tone[] = ['neutral', 'info', 'success', 'warning', 'danger'];

/** An example text for a badge or message of each tone. */
const wordOf = {
  neutral: 'word.inactive',
  info: 'word.new',
  success: 'word.done',
  warning: 'word.waiting',
  danger: 'word.failed',
} as const satisfies Record<Tone, string>;

function Themes() {
  const { t } = useGalleryTexts();
  return (
    <Section title={t('themes')}>
      <Grid gap={16} columns="wide">
        {(['light', 'dark'] as const).map((theme) => (
          <Stack key={theme} className={styles.theme} data-theme={theme}>
            <Brand />
            <PaymentCard
              number="**** **** **** 4242"
              holder="Marie Martin"
              expiry="11/29"
              brand="VISA"
              label="Premium"
            />
            <p>
              {t('balance')} <br />
              <Amount value={1234.56} size="display" />
            </p>
            <Cluster gap="8-12" align="center">
              <Button>{t('send')}</Button>
              <Button variant="secondary">{t('cancel')}</Button>
            </Cluster>
            <Cluster gap="8-12" align="center">
              {tones.map((tone) => (
                <Badge key={tone} tone={tone}>
                  {t(wordOf[tone])}
                </Badge>
              ))}
            </Cluster>
          </Stack>
        ))}
      </Grid>
    </Section>
  );
}

function Buttons() {
  const { t } = useGalleryTexts();
  const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
  return (
    <Section title={t('buttons')}>
      {([{}, { loading: true }, { disabled: true }] as const).map((state, at) => (
        <Cluster gap="8-12" align="center" key={at}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} {...state}>
              {t('block')}
            </Button>
          ))}
        </Cluster>
      ))}
      <Cluster gap="8-12" align="center">
        <Button size="large" icon="send">
          {t('large')}
        </Button>
        <Button icon="plus">{t('medium')}</Button>
        <Button size="small" icon="download" variant="secondary">
          {t('small')}
        </Button>
        <CopyButton text="bpd_exemple" label={t('copy')} done={t('copied')} />
        <a className={buttonClass({ variant: 'secondary' })} href="#lien">
          {t('link')}
        </a>
      </Cluster>
    </Section>
  );
}

const toastTypes: ToastType[] = ['success', 'info', 'warning', 'error'];

function Messages() {
  const { t } = useGalleryTexts();
  const { show } = useToast();
  return (
    <Section title={t('messages')}>
      {tones.map((tone) => (
        <Alert key={tone} tone={tone} title={t(wordOf[tone])}>
          <p>{t('file_in_review')}</p>
        </Alert>
      ))}
      <Cluster gap="8-12" align="center">
        {toastTypes.map((type) => (
          <Button
            key={type}
            variant="secondary"
            onClick={() => show({ type, message: t('message_sent', { reference: type }) })}
          >
            {t('toast', { type })}
          </Button>
        ))}
      </Cluster>
    </Section>
  );
}

function Transfer() {
  const { t } = useGalleryTexts();
  return (
    <>
      <Fact name={t('payee')}>Paul Nguyen</Fact>
      <Fact name={t('amount')}>
        <Amount value={-25} />
      </Fact>
    </>
  );
}

function Figures() {
  const { t } = useGalleryTexts();
  return (
    <Section title={t('figures')}>
      <Grid gap={16} columns="wide">
        <Stat
          icon="wallet"
          label={t('available')}
          value={<Amount value={1234.56} />}
          hint={t('this_month')}
          action={<a href="#solde">{t('see_balance')}</a>}
        />
        <Stat icon="credit-card" label={t('active_cards')} value="2" hint={t('one_blocked')} />
        <Stat icon="arrow-left-right" label={t('transactions_this_month')} value="38" />
      </Grid>
      <Card title={t('latest')} actions={<Badge tone="info">{t('days')}</Badge>}>
        <p>
          <Amount value={1850} tone="direction" size="medium" /> · <Amount value={-42.9} size="medium" /> ·{' '}
          <Amount value={0} />
        </p>
      </Card>
      <Grid gap={16} columns="wide">
        <Card title={t('transfer')}>
          <DescriptionList>
            <Transfer />
          </DescriptionList>
        </Card>
        <Card title={t('transfer_narrow')}>
          <DescriptionList stacked>
            <Transfer />
          </DescriptionList>
        </Card>
      </Grid>
      <Card title={t('thread')}>
        <Timeline>
          <TimelineEntry icon="send" by={t('thread_customer')}>
            <WrittenText>{t('thread_message')}</WrittenText>
          </TimelineEntry>
          <TimelineEntry aside by={t('thread_staff')}>
            <WrittenText>{t('thread_note')}</WrittenText>
          </TimelineEntry>
        </Timeline>
      </Card>
      <Grid gap={16} columns="wide">
        <PaymentCard number="**** **** **** 0017" holder="Paul Nguyen" expiry="02/28" brand="VISA" muted />
      </Grid>
    </Section>
  );
}

function Windows() {
  const { t } = useGalleryTexts();
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title={t('windows')}>
      <Cluster gap="8-12" align="center">
        <Button onClick={() => setOpen('dialog')}>{t('open_confirmation')}</Button>
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          {t('open_sheet')}
        </Button>
      </Cluster>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        role="alertdialog"
        title={t('confirm')}
        description={t('confirm_message')}
        size="small"
        actions={
          <>
            <Button onClick={close}>{t('send')}</Button>
            <Button variant="secondary" onClick={close}>
              {t('cancel')}
            </Button>
          </>
        }
      />
      <MenuSheet open={open === 'sheet'} onClose={close} title={t('more')}>
        <Button variant="quiet" icon="settings" onClick={close}>
          {t('settings')}
        </Button>
      </MenuSheet>
    </Section>
  );
}

function Icons() {
  const { t } = useGalleryTexts();
  return (
    <Section title={t('icons')}>
      <ul className={styles.icons}>
        {[...Object.keys({ ...firstIcons, ...moreIcons }).sort(), 'unknown'].map((name) => (
          <li key={name}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
