import type { Language } from '@bank/contracts/language';

/** The cause of the case for a submission in doubt; deciding the submission ends the case. */
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
