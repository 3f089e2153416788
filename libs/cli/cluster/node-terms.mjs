import fs from 'node:fs';
import path from 'node:path';

/** An order that a node does not carry out. */
export class Refused extends Error {}

/**
 * What a node knows of the terms: the highest, who is its primary, and which supervisor said so; and the last term of which this
 * node has transactions.
 * @typedef {{ term: number, primary: string | null, by: string | null, joined: number }} Known
 */

/** The terms that a node knows, kept on disk. */
export class Terms {
  /** @type {Known} */
  #known;
  #file;

  /** @param {string} home the node's folder */
  constructor(home) {
    this.#file = path.join(home, 'term.json');
    this.#known = fs.existsSync(this.#file)
      ? JSON.parse(fs.readFileSync(this.#file, 'utf8'))
      : { term: 0, primary: null, by: null, joined: 0 };
  }

  get known() {
    return this.#known;
  }

  /**
   * Takes the term of an order, before that is acted upon: an order of an earlier term is never carried out again.
   * @param {{ term: number, primary: string | null, by: string }} order
   * @throws Refused when the term is over, or another supervisor began it with another primary
   */
  learn({ term, primary, by }) {
    const { known } = this;
    const isNewer = term > known.term;
    const isSame = term === known.term && (by === known.by || primary === known.primary);
    if (!isNewer && !isSame) throw new Refused(`term ${term} is over: ${known.term} of ${known.primary}`);
    this.#remember({ ...known, term, primary: primary ?? known.primary, by });
  }

  /** This node has transactions of the current term. */
  join() {
    if (this.#known.joined < this.#known.term) this.#remember({ ...this.#known, joined: this.#known.term });
  }

  /** @param {number} term of an order that took its time @throws Refused when a later one began meanwhile */
  demand(term) {
    if (term !== this.#known.term) throw new Refused(`term ${term} is over`);
  }

  #remember(/** @type {Known} */ next) {
    this.#known = next;
    const draft = `${this.#file}.new`;
    const file = fs.openSync(draft, 'w', 0o600);
    fs.writeSync(file, JSON.stringify(next));
    fs.fsyncSync(file);
    fs.closeSync(file);
    fs.renameSync(draft, this.#file);
  }
}
