import { isJobName, type JobName } from './jobs';
import type { Language } from './language';
import en from './locales/jobs.en.json';
import fr from './locales/jobs.fr.json';

const texts: Record<Language, Record<JobName, string>> = { fr, en };

/** The title of a scheduled job; an unknown name, of another version, is returned unchanged. */
export const jobTitle = (job: string, language: Language): string =>
  isJobName(job) ? texts[language][job] : job;
