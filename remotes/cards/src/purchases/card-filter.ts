const whole = { safeParse: (value: string) => ({ success: /^([1-9]\d{0,8})?$/.test(value) }) };

/** Judges the card and the page in an address; the contract's own would bring the validation library with it. */
export const cardFilter = { card_id: whole, page: whole };
