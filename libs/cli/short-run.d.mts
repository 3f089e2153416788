/** Options of Node for programs that tests run for seconds. */
export const SHORT_RUN: string[];
