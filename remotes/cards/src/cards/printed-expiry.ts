/** A month or a day such as `2029-11-30` as a card has it: `11/29`. */
export const printedExpiry = (day: string): string => `${day.slice(5, 7)}/${day.slice(2, 4)}`;
