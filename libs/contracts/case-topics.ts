/** What a case is about; each kind is opened by what caused it, in the same transaction. */
export const caseKinds = ['dispute', 'appeal', 'identity', 'hold', 'finding'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** What a customer opens and reads; the other kinds are the bank's own work, of which the customer sees the object. */
export const publicCaseKinds = ['dispute', 'appeal'] as const satisfies readonly CaseKind[];
export type PublicCaseKind = (typeof publicCaseKinds)[number];
export type BankCaseKind = Exclude<CaseKind, PublicCaseKind>;

/** Whether the customer sees cases of a kind. */
export const isPublicKind = (kind: CaseKind): kind is PublicCaseKind =>
  (publicCaseKinds as readonly CaseKind[]).includes(kind);

/** Why a customer disputes a transaction. */
export const disputeReasons = [
  'not_me',
  'not_received',
  'wrong_amount',
  'twice',
  'cancelled',
  'other',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** What was refused, held or blocked, and can be appealed. */
export const appealSubjects = [
  'payment',
  'transfer',
  'standing_order',
  'direct_debit',
  'card',
  'card_payment',
  'identity',
  'account',
] as const;
export type AppealSubject = (typeof appealSubjects)[number];

/** What the bank itself looks into: the event that was held or found, or the doubt about an identity. */
export const bankTopics = [
  ...appealSubjects,
  'sign_in',
  'payee',
  'contact_data',
  'sanctions',
  'duplicate',
] as const;
export type BankTopic = (typeof bankTopics)[number];

/** The topics that customers read. */
export const publicCaseTopics = [...disputeReasons, ...appealSubjects] as const;

/** What a case was opened for: a dispute's reason, an appeal's subject, or what the bank looks into. */
export const caseTopics = [...disputeReasons, ...bankTopics] as const;
export type CaseTopic = (typeof caseTopics)[number];
