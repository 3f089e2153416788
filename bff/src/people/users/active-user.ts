/** The condition of users who may sign in and act: neither suspended nor deleted; `user` is the table's name or alias. */
export const activeUser = (user = 'u'): string => `${user}.status = 'active' AND ${user}.deleted_at IS NULL`;
