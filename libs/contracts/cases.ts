import { z } from 'zod';
import { type CaseState, caseStates } from './case-states';
import { caseKinds, caseTopics, disputeReasons, publicCaseKinds, publicCaseTopics } from './case-topics';
import { amount, currency, foreignAmount } from './money';
import { id, idParameter, pageQuery, pagination } from './pagination';
import { sliceOf, sliceRow } from './slices';
import { moment } from './time';
import { defaulting, lines, rule } from './validation';
import { assigneeFilters } from './work';

export * from './case-topics';
export { type CaseState, caseStates };

export const caseDecisions = ['accepted', 'refused'] as const;
export type CaseDecision = (typeof caseDecisions)[number];

/**
 * Until when a transaction can be disputed: thirteen months where the holder did not authorise it (Directive (EU)
 * 2015/2366, article 71), otherwise 120 days, as the card schemes give issuers (Visa Core Rules, conditions 11 to 13;
 * Mastercard Chargeback Guide, chapter 2).
 */
export const disputeWindow = { unauthorisedMonths: 13, otherDays: 120 } as const;

/**
 * The maximum numbers of files of a message or note, of a case (the customer's, and as many of staff's), bytes of a file, and
 * messages of a customer.
 */
export const caseLimits = {
  filesOfMessage: 5,
  filesOfCase: 20,
  fileBytes: 10 * 1024 * 1024,
  messages: 30,
  /** Of one customer's own, not decided. */
  open: 20,
  links: 50,
} as const;

const file = z
  .object({
    id: z.int(),
    name: z.string(),
    /** Bytes. */
    size: z.int(),
  })
  .meta({ id: 'CaseFile' });
export type CaseFile = z.infer<typeof file>;

/** The entries for both sides: the opening, messages, questions to the customer, the bank's news, the decision. */
export const publicEntryKinds = ['opened', 'message', 'question', 'news', 'decision'] as const;
/** The entries for staff alone: notes, and assignments. */
export const staffEntryKinds = ['note', 'taken', 'put_back'] as const;
export const entryKinds = [...publicEntryKinds, ...staffEntryKinds] as const;
export type EntryKind = (typeof entryKinds)[number];

const entry = {
  id: z.int(),
  at: moment,
  by: z.enum(['customer', 'bank']),
  text: z.string(),
  files: z.array(file),
};
export const caseEntry = z.object({ ...entry, kind: z.enum(publicEntryKinds) }).meta({ id: 'CaseEntry' });
export type CaseEntry = z.infer<typeof caseEntry>;

export const staffCaseEntry = z
  .object({
    ...entry,
    kind: z.enum(entryKinds),
    /** The administrator's name. */
    author: z.string().nullable(),
  })
  .meta({ id: 'StaffCaseEntry' });
export type StaffCaseEntry = z.infer<typeof staffCaseEntry>;

const common = {
  id: z.int(),
  reference: z.string(),
  kind: z.enum(caseKinds),
  topic: z.enum(caseTopics),
  state: z.enum(caseStates),
  /** The name of the subject, such as a merchant; empty without one. */
  label: z.string(),
  amount: foreignAmount.nullable(),
  currency: currency.nullable(),
  created_at: moment,
  /** When the bank answers at the latest. */
  due_at: moment,
  decision: z.enum(caseDecisions).nullable(),
};

const publicly = { kind: z.enum(publicCaseKinds), topic: z.enum(publicCaseTopics) };
export const ownCaseSummary = z.object({ ...common, ...publicly }).meta({ id: 'OwnCaseSummary' });
export type OwnCaseSummary = z.infer<typeof ownCaseSummary>;

export const ownCaseListQuery = z.strictObject(pageQuery(20));
export type OwnCaseListQuery = z.infer<typeof ownCaseListQuery>;
export const ownCaseList = z.object({ cases: z.array(ownCaseSummary), pagination });
export type OwnCaseList = z.infer<typeof ownCaseList>;

/** A customer's own case, its oldest entry first. */
export const ownCase = z
  .object({
    ...common,
    ...publicly,
    decided_at: moment.nullable(),
    /** Whether the customer may write: not after the decision. */
    can_write: z.boolean(),
    entries: z.array(caseEntry),
  })
  .meta({ id: 'OwnCase' });
export type OwnCase = z.infer<typeof ownCase>;

const person = z.object({ id: z.int(), name: z.string() });

export const caseSummary = z
  .object({
    ...common,
    /** The customer whom it is about. */
    customer: person,
    assignee: person.nullable(),
    /** To be sent with what changes it. */
    version: z.int(),
  })
  .meta({ id: 'CaseSummary' });
export type CaseSummary = z.infer<typeof caseSummary>;

export const caseStateFilters = ['unfinished', 'all', ...caseStates] as const;
export const caseDues = ['all', 'overdue', 'today'] as const;

/** `mine` keeps those that the caller took, or that are free; `due` those whose time is over, or will be today. */
export const caseListQuery = z.strictObject({
  ...pageQuery(20),
  kind: defaulting(z.enum(['all', ...caseKinds]), 'all'),
  state: defaulting(z.enum(caseStateFilters), 'unfinished'),
  mine: defaulting(z.enum(assigneeFilters), 'all'),
  due: defaulting(z.enum(caseDues), 'all'),
});
export type CaseListQuery = z.infer<typeof caseListQuery>;

/** The case that is due soonest first; decided ones and `all` by newest. `open` counts those that wait for the bank. */
export const caseList = z.object({ cases: z.array(caseSummary), pagination, open: z.int() });
export type CaseList = z.infer<typeof caseList>;

export const linkTypes = [
  'customer',
  'payment',
  'card',
  'card_purchase',
  'transaction',
  'document',
  'submission',
  'account',
  'beneficiary',
] as const;
export type LinkType = (typeof linkTypes)[number];
export const caseLink = z
  .object({ type: z.enum(linkTypes), id: z.int(), label: z.string() })
  .meta({ id: 'CaseLink' });
export type CaseLink = z.infer<typeof caseLink>;

/**
 * What accepting a case sets going: a chargeback of the card network, a recall of the payment, or words alone;
 * `elsewhere` when the case ends with what it is about, which is decided on its own page.
 */
export const caseWays = ['chargeback', 'recall', 'words', 'elsewhere'] as const;
export type CaseWay = (typeof caseWays)[number];

/**
 * What the bank can do, or did, of its own money for a transaction that its holder did not authorise (Directive (EU) 2015/2366,
 * article 73); `awaiting`: a second administrator decides about it.
 */
export const refundStates = ['possible', 'awaiting', 'paid', 'taken_back'] as const;
export const caseRefund = z
  .object({
    state: z.enum(refundStates),
    amount,
    currency,
    /** The amount recovered since, such as by a chargeback. */
    recovered: amount,
    at: moment.nullable(),
  })
  .meta({ id: 'CaseRefund' });
export type CaseRefund = z.infer<typeof caseRefund>;

/** A case as staff see it. */
export const staffCase = z
  .object({
    ...caseSummary.shape,
    /** Null when it cannot be accepted. */
    way: z.enum(caseWays).nullable(),
    /** Null where there is nothing to refund. */
    refund: caseRefund.nullable(),
    decided_by: person.nullable(),
    decided_at: moment.nullable(),
    links: z.array(caseLink),
    entries: z.array(staffCaseEntry),
  })
  .meta({ id: 'StaffCase' });
export type StaffCase = z.infer<typeof staffCase>;

const text = lines(4_000);
const version = z.int().positive();

/** Takes a case, or puts it back. */
export const caseAssigneeRequest = z.object({ assignee: z.enum(['me', 'nobody']), version });
export type CaseAssigneeRequest = z.infer<typeof caseAssigneeRequest>;

/** The same for several; only what is the caller's own is put back. */
export const caseAssigneeSlice = caseAssigneeRequest
  .omit({ version: true })
  .extend({ rows: sliceOf(sliceRow.extend({ version })) });
export type CaseAssigneeSlice = z.infer<typeof caseAssigneeSlice>;

export const caseNoteRequest = z.object({ text });
export type CaseNoteRequest = z.infer<typeof caseNoteRequest>;

/** `asks`: the case waits for the customer's answer. */
export const caseMessageRequest = z.object({ text, asks: defaulting(z.boolean(), false) });
export type CaseMessageRequest = z.infer<typeof caseMessageRequest>;

/** `version` is that of the case that was read; the customer reads the reason. */
export const caseDecisionRequest = z.object({ decision: z.enum(caseDecisions), reason: text, version });
export type CaseDecisionRequest = z.infer<typeof caseDecisionRequest>;

export const refundActs = ['pay', 'take_back'] as const;

/** Refunds what a dispute is about, or takes that back; `reason` is for colleagues, `version` that of the case that was read. */
export const caseRefundRequest = z.object({ act: z.enum(refundActs), reason: text, version });
export type CaseRefundRequest = z.infer<typeof caseRefundRequest>;

/** The fields of a customer's message, whose files are parts named `files`. */
export const ownMessageForm = z.object({ text });
export type OwnMessageForm = z.infer<typeof ownMessageForm>;

export const disputeForm = z.object({ reason: z.enum(disputeReasons), text });
export type DisputeForm = z.infer<typeof disputeForm>;

/** The request of a dispute: words are required only if no reason of the list fits. The screen's form always requires them. */
export const disputeRequest = disputeForm
  .extend({ text: defaulting(text, '') })
  .refine((call) => call.reason !== 'other' || call.text !== '', { error: rule('REQUIRED'), path: ['text'] });

const files = z
  .array(z.string().meta({ format: 'binary' }))
  .max(caseLimits.filesOfMessage)
  .optional();
/** The multipart forms, for the API description. */
export const caseNoteUpload = caseNoteRequest.extend({ files });
export const ownMessageUpload = ownMessageForm.extend({ files });
export const disputeUpload = disputeRequest.safeExtend({ files });

/** A path's `{id}` and `{file}`. */
export const caseFileParameters = idParameter.extend({ file: id });

/** The existing way to get the money of a transaction back. */
export const disputeRemedies = ['chargeback', 'recall', 'refund', 'none'] as const;
export type DisputeRemedy = (typeof disputeRemedies)[number];

/** The possible disputes of a transaction: the reasons that are still open, and the case when there is one. */
export const disputeOffer = z
  .object({
    transaction: z.object({
      id: z.int(),
      description: z.string(),
      amount,
      currency,
      date: moment,
      payment_id: z.int().nullable(),
    }),
    /** Each with the last day on which it can be given. */
    reasons: z.array(z.object({ reason: z.enum(disputeReasons), until: z.iso.date() })),
    remedy: z.enum(disputeRemedies),
    case_id: z.int().nullable(),
    /** The card that paid, to be blocked at once when it was not the holder. */
    card: z.object({ id: z.int(), card_number: z.string(), is_active: z.boolean() }).nullable(),
  })
  .meta({ id: 'DisputeOffer' });
export type DisputeOffer = z.infer<typeof disputeOffer>;
