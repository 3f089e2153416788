/**
 * Options of Node for programs that tests run for seconds: V8 optimizes a function after fifteen times as much of its work as
 * by default. Compiling what is used a few times took a fifth of the time of Jest and of a server's start.
 */
export const SHORT_RUN = ['--interrupt-budget=1000000'];

/**
 * Options of Node for programs that make many objects, such as compilers: with more room for new ones, fewer are copied before
 * they are garbage. A seventh less work for a linter.
 */
export const MANY_OBJECTS = ['--max-semi-space-size=64'];
