import { useState } from 'react';
import { Alert } from './alert';
import { Amount } from './amount';
import { Badge } from './badge';
import { Brand } from './brand';
import { Button, buttonClass } from './button';
import { Card } from './card';
import { CopyButton } from './copy-button';
import { Dialog } from './dialog';
import { Fact, Facts } from './facts';
import { Fields, Refused } from './gallery-forms';
import { States, Tables } from './gallery-lists';
import { Section } from './gallery-section';
import styles from './gallery.module.css';
import { Icon, iconNames } from './icon';
import { LanguageSelector } from './language-selector';
import { MenuSheet } from './menu-sheet';
import { PageHeading } from './page-heading';
import { PaymentCard } from './payment-card';
import { Stat } from './stat';
import { ThemeSwitch } from './theme-switch';
import { useToast, type ToastType } from './toast';
import type { Tone } from './tone';

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
      <div className={styles.pair}>
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
            <div className={styles.row}>
              <Button>Envoyer 25,00 €</Button>
              <Button variant="secondary">Annuler</Button>
            </div>
            <div className={styles.row}>
              {tones.map((tone, at) => (
                <Badge key={tone} tone={tone}>
                  {words[at]}
                </Badge>
              ))}
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Buttons() {
  const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
  return (
    <Section title="Boutons">
      {([{}, { loading: true }, { disabled: true }] as const).map((state, at) => (
        <div key={at} className={styles.row}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} {...state}>
              Bloquer la carte
            </Button>
          ))}
        </div>
      ))}
      <div className={styles.row}>
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
      </div>
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
      <div className={styles.row}>
        {toastTypes.map((type) => (
          <Button
            key={type}
            variant="secondary"
            onClick={() => show({ type, message: `Message envoyé avec succès ! Référence: ${type}` })}
          >
            Toast {type}
          </Button>
        ))}
      </div>
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
      <div className={styles.grid}>
        <Stat
          icon="wallet"
          label="Solde disponible"
          value={<Amount value={1234.56} />}
          hint="+2,4 % ce mois-ci"
          action={<a href="#solde">Voir le solde</a>}
        />
        <Stat icon="credit-card" label="Cartes actives" value="2" hint="1 bloquée" />
        <Stat icon="arrow-left-right" label="Transactions ce mois" value="38" />
      </div>
      <Card title="Dernières opérations" actions={<Badge tone="info">90 jours</Badge>}>
        <p>
          <Amount value={1850} tone="direction" size="medium" /> · <Amount value={-42.9} size="medium" /> ·{' '}
          <Amount value={0} />
        </p>
      </Card>
      <div className={styles.grid}>
        <Card title="Un virement">
          <Facts>{transfer}</Facts>
        </Card>
        <Card title="Le même, à l’étroit">
          <Facts stacked>{transfer}</Facts>
        </Card>
      </div>
      <div className={styles.grid}>
        <PaymentCard number="**** **** **** 0017" holder="Paul Nguyen" expiry="02/28" brand="VISA" muted />
      </div>
    </Section>
  );
}

function Windows() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Fenêtres">
      <div className={styles.row}>
        <Button onClick={() => setOpen('dialog')}>Ouvrir une confirmation</Button>
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          Ouvrir la feuille
        </Button>
      </div>
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
