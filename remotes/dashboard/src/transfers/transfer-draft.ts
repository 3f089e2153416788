import { lasting } from '@bank/client/draft';

/** The name of the drafted transfer, which is kept for a browser that loses the network and is closed. */
export const transferDraft = `${lasting}transfer`;
