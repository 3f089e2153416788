/** Ends the task: what waits, such as an input, is handled before the next one begins. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Evaluates the largest modules of a shell, then each of `steps`, in tasks of their own: in one task they would block a slow
 * telephone for more than 200 ms. They are in the first file all the same ("eager").
 */
export async function startInTasks(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const largest = [
    () => import(/* webpackMode: "eager" */ 'react-dom/client'),
    () => import(/* webpackMode: "eager" */ '@bank/i18n/i18n'),
  ];
  for (const step of [...largest, ...steps]) {
    await nextTask();
    await step();
  }
}
