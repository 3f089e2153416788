/**
 * The options of a change that refetches a list: before it counts as done, and after a failure as well, since it may have been done
 * all the same, or in another tab.
 */
export const refreshingAlways = (refresh: () => Promise<unknown>) => ({
  onSuccess: refresh,
  onError: () => void refresh(),
});
