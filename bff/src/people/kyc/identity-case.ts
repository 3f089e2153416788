import type { Language } from '@bank/contracts/language';

/** What the case of a submission that is in doubt is opened for; it ends with the decision about the submission. */
export const submissionCause = (id: number) => `submission:${id}`;

/** Why, as staff read it. */
export const doubtReasons: Record<'sanctions_list' | 'document_of_another', Record<Language, string>> = {
  sanctions_list: {
    fr: 'Le nom ressemble à un nom de la liste de sanctions.',
    en: 'The name is like one of the sanctions list.',
  },
  document_of_another: {
    fr: 'Le document est déjà celui d’un autre client.',
    en: 'The document is already that of another customer.',
  },
};
