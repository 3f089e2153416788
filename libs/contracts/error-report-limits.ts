// Without zod: the first error of a page loads this.

/** The longest texts that browsers send; they cut longer ones. */
export const errorReportLimits = { name: 60, message: 600, stack: 6_000, errors: 10, count: 100 } as const;
