/**
 * What is typed in the open forms of one remote, while another version of it replaces the screen. In memory
 * only.
 */
export class FormMemory {
  private readonly open = new Map<string, () => unknown>();
  private kept = new Map<string, unknown>();

  /** Registers an open form; returns its removal. */
  join(form: string, valuesNow: () => unknown): () => void {
    this.open.set(form, valuesNow);
    return () => void this.open.delete(form);
  }

  /** Saves the values of the open forms, before they unmount. */
  keep() {
    this.kept = new Map([...this.open].map(([form, valuesNow]) => [form, valuesNow()]));
  }

  /** Discards the saved values, when another person signs in. */
  forget() {
    this.kept.clear();
  }

  /** Returns and removes the saved values of a form. */
  take<Values>(form: string): Values | undefined {
    const values = this.kept.get(form) as Values | undefined;
    this.kept.delete(form);
    return values;
  }
}
