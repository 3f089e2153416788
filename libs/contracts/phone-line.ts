/** In a prerendered page, for the server to replace by the number of the bank's telephone line. */
export const phoneSlot = '{{phone}}';

/** The attribute of the element of a prerendered page that a bank without a telephone line does not show. */
export const phoneLineAttribute = 'data-phone-line';

/** The address that dials a number (RFC 3966). */
export const phoneAddress = (phone: string): string => `tel:${phone.replace(/[ .-]/g, '')}`;
