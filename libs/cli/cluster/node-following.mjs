import { Refused } from './node-terms.mjs';
import { replicateFrom, replicationState } from './node-replication.mjs';

/** A node's replication source, and the transaction since which it follows it. */
export class Following {
  /** The last transaction that this node had when it began to follow. */
  #from = Infinity;
  #database;
  #relay;
  #relayPort;
  #terms;
  #config;

  /**
   * @param {object} node
   * @param {Pick<import('./node-database.mjs').NodeDatabase, 'query'>} node.database
   * @param {Pick<import('./source-relay.mjs').SourceRelay, 'source' | 'leadTo' | 'cut'>} node.relay
   * @param {number} node.relayPort
   * @param {import('./node-terms.mjs').Terms} node.terms
   * @param {Pick<import('./node-database.mjs').NodeConfig, 'peers' | 'passwords'>} node.config
   */
  constructor({ database, relay, relayPort, terms, config }) {
    this.#database = database;
    this.#relay = relay;
    this.#relayPort = relayPort;
    this.#terms = terms;
    this.#config = config;
  }

  get source() {
    return this.#relay.source;
  }

  get isOfPrimary() {
    return this.source !== null && this.source === this.#terms.known.primary;
  }

  /**
   * Replicates from the primary of a term. Once fenced for a later term, a node must acknowledge nothing to the primary of this one.
   * @param {{ primary: string, term: number }} order
   * @throws Refused when there is no such node, or the term is over
   */
  async begin({ primary, term }) {
    const source = this.#config.peers[primary];
    if (!source) throw new Refused('no such node');
    const { position } = await replicationState(this.#database);
    this.#terms.demand(term);
    this.#from = position;
    this.#relay.leadTo(primary, source.port);
    await replicateFrom(this.#database, {
      port: this.#relayPort,
      password: this.#config.passwords.replica,
    });
  }

  /** Nothing that this node receives is acknowledged any more. */
  end() {
    this.#relay.cut();
    this.#from = Infinity;
  }

  /**
   * A transaction that came from the primary of this term shows that this node's history is the primary's.
   * @param {number} position the last transaction that this node has
   */
  noteHistory(position) {
    if (this.isOfPrimary && position > this.#from) this.#terms.join();
  }
}
