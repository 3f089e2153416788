/** How many rows of a list one call acts on; a longer selection is sent in slices, of which each shows its progress. */
export const sliceRows = 100;
