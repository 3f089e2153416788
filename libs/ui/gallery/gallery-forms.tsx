import { useId, useState } from 'react';
import { Amount } from '../data/amount';
import { AmountField, parseAmount } from '../fields/amount-field';
import { Button } from '../actions/button';
import { CheckboxField } from '../fields/checkbox-field';
import { CodeField } from '../fields/code-field';
import { ErrorSummary } from '../fields/error-summary';
import { FormActions } from '../fields/form-actions';
import { Section } from './gallery-section';
import styles from './gallery.module.css';
import { PasswordField } from '../fields/password-field';
import { SelectField } from '../fields/select-field';
import { TextField } from '../fields/text-field';
import { TextareaField } from '../fields/textarea-field';

const reasons = [
  { value: 'account', label: 'Mon compte' },
  { value: 'cards', label: 'Mes cartes' },
];

export function Fields() {
  const [typed, setTyped] = useState('12,50');
  const read = parseAmount(typed);
  return (
    <Section title="Champs">
      <form className={styles.form} noValidate>
        <TextField
          label="Adresse e-mail"
          hint="Pour vous écrire, jamais pour vous vendre."
          type="email"
          required
        />
        <PasswordField label="Mot de passe" defaultValue="Client-demo-1" required />
        <AmountField
          label="Montant"
          hint={read === null ? 'Ce montant ne se lit pas.' : <Amount value={read} />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField label="Sujet" options={reasons} placeholder="Choisir un sujet" required />
        <TextareaField label="Message" hint="10 caractères au moins." maxLength={500} optional />
        <CodeField label="Code à 6 chiffres" defaultValue="1234" />
        <CheckboxField label="Recevoir les alertes par e-mail" hint="Une par opération." defaultChecked />
        <TextField label="Nom d'utilisateur" value="marie" disabled readOnly />
        <FormActions submit="Envoyer" isSending={false} onCancel={() => undefined} />
        <FormActions submit="Envoyer" isSending onCancel={() => undefined} />
      </form>
    </Section>
  );
}

export function Refused() {
  const [attempt, setAttempt] = useState(0);
  const id = useId();
  const field = (name: string) => `${id}-${name}`;
  const required = 'Ce champ est obligatoire.';
  const errors = [
    { id: field('name'), label: 'Prénom' },
    { id: field('word'), label: 'Mot de passe choisi' },
  ];
  return (
    <Section title="Champs refusés">
      <form className={styles.form} noValidate>
        {attempt > 0 && <ErrorSummary errors={errors} attempt={attempt} />}
        <TextField id={field('name')} label="Prénom" error="Indiquez votre prénom." required />
        <PasswordField
          id={field('word')}
          label="Mot de passe choisi"
          error="Le mot de passe doit contenir au moins 6 caractères"
          required
        />
        <AmountField label="Montant refusé" error="Deux décimales au plus." defaultValue="12,505" />
        <SelectField label="Sujet refusé" options={reasons} error={required} placeholder="Choisir" />
        <CheckboxField label="J'accepte les conditions" error={required} />
        <Button onClick={() => setAttempt(attempt + 1)}>Montrer le résumé</Button>
      </form>
    </Section>
  );
}
