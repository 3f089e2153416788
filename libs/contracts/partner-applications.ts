import { z } from 'zod';
import { pageQuery, pagination } from './pagination';
import { moment } from './time';
import { rule } from './validation';

/** A partner's keys and calls are live, or of the test mode, in which nothing real comes into being. */
export const partnerModes = ['live', 'test'] as const;
export type PartnerMode = (typeof partnerModes)[number];

/** The partner's own name for an application, which its page gives beside the key; no personal data belongs into it. */
export const applicationReference = z.string().regex(/^[\w.-]{1,64}$/, rule('NOT_VALID'));

/**
 * What a partner knows of an application from its page: `pending` until the person has opened the account at the bank,
 * then `completed`, and `approved` or `rejected` once the bank has decided on the identity.
 */
export const applicationStatuses = ['pending', 'completed', 'approved', 'rejected'] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** An application as the partner's server reads it and as webhooks carry it: nothing else of the person leaves the bank. */
export const partnerApplication = z
  .object({
    applicationId: z.uuid(),
    status: z.enum(applicationStatuses),
    reference: z.string().nullable(),
    startedAt: moment,
    completedAt: moment.nullable(),
    /** When the bank decided on the identity for the last time. */
    decidedAt: moment.nullable(),
  })
  .meta({ id: 'PartnerApplication' });
export type PartnerApplication = z.infer<typeof partnerApplication>;

/** The state of an application as its page may show it, to anyone with its id. */
export const applicationState = partnerApplication.omit({ reference: true }).meta({ id: 'ApplicationState' });
export type ApplicationState = z.infer<typeof applicationState>;

export const applicationParameters = z.object({ applicationId: z.uuid() });

export const applicationListQuery = z.strictObject({
  ...pageQuery(20),
  reference: applicationReference.optional(),
});
export type ApplicationListQuery = z.infer<typeof applicationListQuery>;

export const partnerApplications = z.object({ applications: z.array(partnerApplication), pagination });
export type PartnerApplications = z.infer<typeof partnerApplications>;

/** The outcomes that the test mode plays, by the e-mail typed into the form: `<name>@test.example`. */
export const testOutcomes = {
  'name-taken': 'pending',
  'email-known': 'pending',
  undecided: 'completed',
  refused: 'rejected',
  slow: 'approved',
  approved: 'approved',
} as const satisfies Record<string, ApplicationStatus>;
export type TestOutcome = keyof typeof testOutcomes;

/** The e-mail for which the test mode answers that the bank is down. */
export const testDownEmail = 'down@test.example';

/** The outcome that an e-mail asks for; any other e-mail is approved. */
export function testOutcomeOf(email: string): TestOutcome {
  const name = /^([a-z-]+)@test\.example$/.exec(email.toLowerCase())?.[1] ?? '';
  return Object.hasOwn(testOutcomes, name) ? (name as TestOutcome) : 'approved';
}
