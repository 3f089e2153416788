/** Who bears the charges of an international payment: shared, the payer, the recipient. */
export const chargeBearers = ['SHA', 'OUR', 'BEN'] as const;
export type ChargeBearer = (typeof chargeBearers)[number];
