/** The names of the faults, in the order of their round. */
export const faults: { name: string }[];
