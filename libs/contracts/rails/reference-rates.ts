import { type Rate, rateDecimals, rateOf } from '../rates';
import { element, readElements, textAt, type XmlElement, XmlError, type XmlValue } from './xml';

/** The value of one euro on a day, by currency. */
export interface RateSet {
  day: string;
  rates: Map<string, Rate>;
}

/** A file of the European Central Bank's reference rates (eurofxref): one day, or several, newest first. */
export interface RateFile {
  /** As the file names it. */
  sender: string;
  sets: RateSet[];
}

const dayText = /^\d{4}-\d{2}-\d{2}$/;
const longestSender = 80;

/**
 * Reads such a file.
 * @throws XmlError as `readElements`, and for another kind of file: no sender, no day or one that does not exist, a day
 * or currency twice, a rate that is not a positive decimal with at most eight decimals.
 */
export function readRates(body: Uint8Array): RateFile {
  const envelope = element(readElements(body), 'Envelope');
  const sender = textAt(envelope, 'Sender', 'name');
  if (!sender || sender.length > longestSender || /\p{Cc}/u.test(sender)) {
    throw new XmlError('the rates have no sender');
  }
  const sets = listOf(element(envelope, 'Cube')?.Cube).map(setOf);
  if (sets.length === 0) throw new XmlError('the rates have no day');
  if (new Set(sets.map(({ day }) => day)).size < sets.length)
    throw new XmlError('the rates have a day twice');
  return { sender, sets };
}

function setOf(cube: XmlElement): RateSet {
  const day = textAt(cube, '@time') ?? '';
  if (
    !dayText.test(day) ||
    Number.isNaN(Date.parse(day)) ||
    new Date(day).toISOString().slice(0, 10) !== day
  ) {
    throw new XmlError('the rates have no day');
  }
  const rates = new Map<string, Rate>();
  for (const each of listOf(cube.Cube)) {
    const currency = textAt(each, '@currency') ?? '';
    const rate = rateOf(textAt(each, '@rate') ?? '');
    if (!/^[A-Z]{3}$/.test(currency) || rate === undefined) {
      throw new XmlError(`the rates of ${day} are not all rates`);
    }
    if (rates.has(currency)) throw new XmlError(`the rates of ${day} have a currency twice`);
    rates.set(currency, rate);
  }
  if (rates.size === 0) throw new XmlError(`the rates of ${day} are empty`);
  return { day, rates };
}

function listOf(value: XmlValue): XmlElement[] {
  const values = Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value];
  return values.map((each) => {
    if (typeof each !== 'object' || Array.isArray(each)) throw new XmlError('the rates are of another form');
    return each;
  });
}

/** Writes such a file as the European Central Bank does. */
export function writeRates({ sender, sets }: RateFile): string {
  const cubes = sets.map(({ day, rates }) => {
    const lines = [...rates].map(
      ([currency, rate]) => `<Cube currency='${currency}' rate='${rateText(rate)}'/>`,
    );
    return `<Cube time='${day}'>\n${lines.join('\n')}\n</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender>
<gesmes:name>${sender}</gesmes:name>
</gesmes:Sender>
<Cube>
${cubes.join('\n')}
</Cube>
</gesmes:Envelope>
`;
}

/** With at least four decimals, as they are published. */
function rateText(rate: Rate): string {
  const digits = rate.toString().padStart(rateDecimals + 1, '0');
  const fraction = digits.slice(-rateDecimals).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -rateDecimals)}.${fraction}`;
}
