/** The bearer of an international payment's charges: shared, the payer, the recipient. */
export const chargeBearers = ['SHA', 'OUR', 'BEN'] as const;
export type ChargeBearer = (typeof chargeBearers)[number];
