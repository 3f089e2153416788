import type { CaseLink } from '@bank/contracts/cases';
import type { KycFinding, KycFindingCode } from '@bank/contracts/kyc-findings';
import type { Language } from '@bank/contracts/language';

/** The cause of the case for a submission in doubt; deciding the submission ends the case. */
export const submissionCause = (id: number) => `submission:${id}`;

/** The link of a case to a submission. */
export const submissionLink = (id: number): CaseLink => ({ type: 'submission', id, label: '' });

/** Why, as staff read it; the values of each finding are beside the documents. */
const doubtReasons: Record<Exclude<KycFindingCode, 'document_read'>, Record<Language, string>> = {
  document_missing: {
    fr: 'Il manque un document.',
    en: 'A document is missing.',
  },
  same_file_twice: {
    fr: 'Le même fichier a été envoyé deux fois.',
    en: 'The same file was sent twice.',
  },
  picture_too_small: {
    fr: 'L’image est trop petite pour être lue.',
    en: 'The picture is too small to be read.',
  },
  zone_not_found: {
    fr: 'Aucune zone de lecture automatique n’a été trouvée.',
    en: 'No machine-readable zone was found.',
  },
  zone_wrong: {
    fr: 'La zone de lecture automatique n’est pas lisible ou fausse.',
    en: 'The machine-readable zone is illegible or wrong.',
  },
  zones_several: {
    fr: 'L’image montre plusieurs zones de lecture automatique.',
    en: 'The picture shows several machine-readable zones.',
  },
  zone_not_last: {
    fr: 'Du texte se trouve sous la zone de lecture automatique.',
    en: 'There is print below the machine-readable zone.',
  },
  documents_differ: {
    fr: 'Les pièces d’identité ne sont pas la même.',
    en: 'The identity documents are not the same one.',
  },
  type_unknown: {
    fr: 'Ce type de document n’est pas accepté d’office.',
    en: 'This type of document is not accepted automatically.',
  },
  specimen: {
    fr: 'Le document est un spécimen.',
    en: 'The document is a specimen.',
  },
  name_close: {
    fr: 'Le nom lu ressemble au nom déclaré, sans être le même.',
    en: 'The name that was read is like the declared one, but not the same.',
  },
  account_name_differs: {
    fr: 'Le compte n’est pas au nom du dossier.',
    en: 'The account is in another name than the file.',
  },
  not_checked: {
    fr: 'L’examen automatique n’a pas abouti.',
    en: 'The automated check did not finish.',
  },
  held_by_rule: {
    fr: 'Une règle de surveillance retient ces pièces.',
    en: 'A watching rule holds this file.',
  },
  name_differs: {
    fr: 'Le nom lu n’est pas le nom déclaré.',
    en: 'The name that was read is not the declared one.',
  },
  birth_date_differs: {
    fr: 'La date de naissance lue n’est pas celle déclarée.',
    en: 'The date of birth that was read is not the declared one.',
  },
  expired: {
    fr: 'Le document n’est plus valable.',
    en: 'The document has expired.',
  },
  under_age: {
    fr: 'Le titulaire n’a pas 18\u00a0ans.',
    en: 'The holder is under 18.',
  },
  document_of_another: {
    fr: 'Le document est déjà celui d’un autre client.',
    en: 'The document is already that of another customer.',
  },
  sanctions_list: {
    fr: 'Le nom ressemble à un nom de la liste de sanctions.',
    en: 'The name is like one of the sanctions list.',
  },
};

/** What the automated check leaves to a person, as staff read it: a line for each kind of finding above a note. */
export function doubtsOf(findings: readonly KycFinding[]): Record<Language, string> {
  const codes = new Set(findings.map(({ code }) => code));
  const reasons = [...codes].flatMap((code) => (code === 'document_read' ? [] : [doubtReasons[code]]));
  const linesIn = (language: Language) => reasons.map((reason) => reason[language]).join('\n');
  return { fr: linesIn('fr'), en: linesIn('en') };
}
