/** The response to a change that waits, for the API's description. */
export const awaitsApproval = {
  202: 'Nothing has happened yet: it waits for a second administrator (`/admin/approvals`)',
};
