import { useUrlDetails } from '@bank/client/use-url-details';

/** The open submission, kept in the URL as `?submission=7` beside the filter. */
export const useSubmissionAddress = () => useUrlDetails('submission');
