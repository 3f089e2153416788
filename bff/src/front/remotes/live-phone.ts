import { phoneAddress, phoneLineAttribute, phoneSlot } from '@bank/contracts/phone-line';

const line = new RegExp(`<(\\w+) [^>]*${phoneLineAttribute}=[^]*?</\\1>`, 'g');

/** A prerendered page with the number of the bank's telephone line, which no build knows; without that line where there is none. */
export const withPhone = (page: string, phone: string | undefined): string =>
  page.replace(line, (whole) =>
    phone === undefined
      ? ''
      : whole.replaceAll(phoneAddress(phoneSlot), phoneAddress(phone)).replaceAll(phoneSlot, phone),
  );
