/** The kinds of cases; each is opened in the transaction that causes it. */
export const caseKinds = ['dispute', 'appeal', 'identity', 'hold', 'finding'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** The kinds that a customer opens and reads; the others are internal, and the customer sees their subject. */
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

/** The refused, held or blocked subjects that can be appealed. */
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

/** The bank's own topics: an event that was held or found, or doubts about an identity. */
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

/** The topic of a case: a dispute's reason, an appeal's subject, or the bank's own topic. */
export const caseTopics = [...disputeReasons, ...bankTopics] as const;
export type CaseTopic = (typeof caseTopics)[number];
