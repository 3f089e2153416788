/**
 * The bank as other banks and account holders name it: its BIC (ISO 9362), which is assigned to no real bank, and the
 * branch that its accounts are held at (domiciliation).
 */
export const bankIdentity = { name: 'Bank PCS', bic: 'BPCSFRPPXXX', branch: 'Bank PCS Paris' } as const;
