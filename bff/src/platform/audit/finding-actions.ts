/**
 * The actions of lines about what the bank's checks found of a person, who must not learn of it, not even as a member of staff
 * (art. L561-18, monetary and financial code); the value `user` of such a line is that person.
 */
export const findingActions: readonly string[] = [
  'beneficiary.screened',
  'payment.screened',
  'rules.held',
  'rules.blocked',
  'kyc.checked',
];
