import { useState } from 'react';
import { Alert } from '../feedback/alert';
import { Amount } from '../data/amount';
import { Badge } from '../feedback/badge';
import { Cluster, Grid } from '../layout/layout';
import { Brand } from '../theme/brand';
import { Button, buttonClass } from '../actions/button';
import { Card } from '../layout/card';
import { CopyButton } from '../actions/copy-button';
import { Dialog } from '../overlays/dialog';
import { Fact, DescriptionList } from '../data/description-list';
import { Fields, Refused } from './gallery-forms';
import { States, Tables } from './gallery-lists';
import { Section } from './gallery-section';
import styles from './gallery.module.css';
import { Icon, iconNames } from '../theme/icon';
import { LanguageSelector } from '../actions/language-selector';
import { MenuSheet } from '../actions/menu-sheet';
import { PageHeading } from '../layout/page-heading';
import { PaymentCard } from '../data/payment-card';
import { Stat } from '../data/stat';
import { Timeline, TimelineEntry, WrittenText } from '../data/timeline';
import { ThemeSwitch } from '../actions/theme-switch';
import { useToast, type ToastType } from '../feedback/toast';
import type { Tone } from '../feedback/tone';

/**
 * Every component in every state, for the development page `/_ui`. Needs I18nProvider and ToastProvider
 * above.
 */
export function Gallery() {
  return (
    <div className={styles.gallery}>
      <PageHeading
        title="Le comptoir"
        lead="Chaque composant, dans chaque état. La langue et l'apparence se changent ici."
        actions={
          <>
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
    </div>
  );
}

const tones: Tone[] = ['neutral', 'info', 'success', 'warning', 'danger'];
const words = ['Inactif', 'Nouveau', 'Terminé', 'En attente', 'Échoué'];

function Themes() {
  return (
    <Section title="Deux lumières">
      <Grid gap={16} columns="wide">
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} className={styles.theme} data-theme={theme}>
            <Brand />
            <PaymentCard
              number="**** **** **** 4242"
              holder="Marie Martin"
              expiry="11/29"
              brand="VISA"
              label="Premium"
            />
            <p>
              Votre solde <br />
              <Amount value={1234.56} size="display" />
            </p>
            <Cluster gap="8-12" align="center">
              <Button>Envoyer 25,00 €</Button>
              <Button variant="secondary">Annuler</Button>
            </Cluster>
            <Cluster gap="8-12" align="center">
              {tones.map((tone, at) => (
                <Badge key={tone} tone={tone}>
                  {words[at]}
                </Badge>
              ))}
            </Cluster>
          </div>
        ))}
      </Grid>
    </Section>
  );
}

function Buttons() {
  const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
  return (
    <Section title="Boutons">
      {([{}, { loading: true }, { disabled: true }] as const).map((state, at) => (
        <Cluster gap="8-12" align="center" key={at}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} {...state}>
              Bloquer la carte
            </Button>
          ))}
        </Cluster>
      ))}
      <Cluster gap="8-12" align="center">
        <Button size="large" icon="send">
          Grand
        </Button>
        <Button icon="plus">Moyen</Button>
        <Button size="small" icon="download" variant="secondary">
          Petit
        </Button>
        <CopyButton text="bpd_exemple" label="Copier" done="Le texte est copié." />
        <a className={buttonClass({ variant: 'secondary' })} href="#lien">
          Un lien
        </a>
      </Cluster>
    </Section>
  );
}

const toastTypes: ToastType[] = ['success', 'info', 'warning', 'error'];

function Messages() {
  const { show } = useToast();
  return (
    <Section title="Messages">
      {tones.map((tone, at) => (
        <Alert key={tone} tone={tone} title={words[at]}>
          <p>Votre dossier est en cours de vérification.</p>
        </Alert>
      ))}
      <Cluster gap="8-12" align="center">
        {toastTypes.map((type) => (
          <Button
            key={type}
            variant="secondary"
            onClick={() => show({ type, message: `Message envoyé avec succès ! Référence: ${type}` })}
          >
            Toast {type}
          </Button>
        ))}
      </Cluster>
    </Section>
  );
}

const transfer = (
  <>
    <Fact name="Bénéficiaire">Paul Nguyen</Fact>
    <Fact name="Montant">
      <Amount value={-25} />
    </Fact>
  </>
);

function Figures() {
  return (
    <Section title="Chiffres">
      <Grid gap={16} columns="wide">
        <Stat
          icon="wallet"
          label="Solde disponible"
          value={<Amount value={1234.56} />}
          hint="+2,4 % ce mois-ci"
          action={<a href="#solde">Voir le solde</a>}
        />
        <Stat icon="credit-card" label="Cartes actives" value="2" hint="1 bloquée" />
        <Stat icon="arrow-left-right" label="Transactions ce mois" value="38" />
      </Grid>
      <Card title="Dernières opérations" actions={<Badge tone="info">90 jours</Badge>}>
        <p>
          <Amount value={1850} tone="direction" size="medium" /> · <Amount value={-42.9} size="medium" /> ·{' '}
          <Amount value={0} />
        </p>
      </Card>
      <Grid gap={16} columns="wide">
        <Card title="Un virement">
          <DescriptionList>{transfer}</DescriptionList>
        </Card>
        <Card title="Le même, à l’étroit">
          <DescriptionList stacked>{transfer}</DescriptionList>
        </Card>
      </Grid>
      <Card title="Un fil">
        <Timeline>
          <TimelineEntry icon="send" by="Marie Martin · 21 nov. 2026, 14:05">
            <WrittenText>Ma carte ne passe plus.</WrittenText>
          </TimelineEntry>
          <TimelineEntry aside by="Sofia Benali · note · 21 nov. 2026, 14:20">
            <WrittenText>Vérifié avec le réseau.</WrittenText>
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
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Fenêtres">
      <Cluster gap="8-12" align="center">
        <Button onClick={() => setOpen('dialog')}>Ouvrir une confirmation</Button>
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          Ouvrir la feuille
        </Button>
      </Cluster>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        role="alertdialog"
        title="Envoyer 25,00 € à Paul Nguyen ?"
        description="Le virement part aussitôt et ne peut pas être repris."
        size="small"
        actions={
          <>
            <Button onClick={close}>Envoyer 25,00 €</Button>
            <Button variant="secondary" onClick={close}>
              Annuler
            </Button>
          </>
        }
      />
      <MenuSheet open={open === 'sheet'} onClose={close} title="Plus">
        <Button variant="quiet" icon="settings" onClick={close}>
          Paramètres
        </Button>
      </MenuSheet>
    </Section>
  );
}

function Icons() {
  return (
    <Section title="Icônes">
      <ul className={styles.icons}>
        {[...iconNames, 'inconnue'].map((name) => (
          <li key={name}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
