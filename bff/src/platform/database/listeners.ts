import type { Transaction } from './database';

type Listener<T> = (tx: Transaction, event: T) => Promise<void>;

/** Lets higher modules know of what a lower one does, in the transaction that does it. */
export class Listeners<T> {
  private readonly all: Listener<T>[] = [];

  listen(listener: Listener<T>): void {
    this.all.push(listener);
  }

  /** Notifies one listener after another. @throws what one throws: the transaction is rolled back. */
  async notify(tx: Transaction, event: T): Promise<void> {
    for (const listener of this.all) await listener(tx, event);
  }
}
