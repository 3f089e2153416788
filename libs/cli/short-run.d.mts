/** Options of Node for programs that tests run for seconds. */
export const SHORT_RUN: string[];
/** Options of Node for programs that make many objects. */
export const MANY_OBJECTS: string[];
