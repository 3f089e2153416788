/**
 * What is typed in the open forms of one remote, for the moment in which another version of it takes over the screen. It
 * lives in memory alone, also for somebody who is not signed in.
 */
export class FormMemory {
  private readonly open = new Map<string, () => unknown>();
  private kept = new Map<string, unknown>();

  /** Makes a form known while it is open; answers how to forget it. */
  join(form: string, valuesNow: () => unknown): () => void {
    this.open.set(form, valuesNow);
    return () => void this.open.delete(form);
  }

  /** Keeps what the open forms hold; call it before they go. */
  keep() {
    this.kept = new Map([...this.open].map(([form, valuesNow]) => [form, valuesNow()]));
  }

  /** Drops what was kept: whoever typed it is gone. */
  forget() {
    this.kept.clear();
  }

  /** What was kept of a form, once. */
  take<Values>(form: string): Values | undefined {
    const values = this.kept.get(form) as Values | undefined;
    this.kept.delete(form);
    return values;
  }
}
