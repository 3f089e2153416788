/** Names the customer's accounts among the fetched data. */
export const accountsKey = ['dashboard', 'accounts'];
