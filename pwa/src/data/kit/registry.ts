/**
 * What other modules bring, by name. They register when they are loaded, so that the module that holds a registry
 * knows none of them. To look up a name that nobody has registered is a mistake of ours.
 */
export class Registry<Name extends string, Entry> {
  readonly #what: string;
  readonly #entries = new Map<string, Entry>();

  /** `what` names an entry in the error. */
  constructor(what: string) {
    this.#what = what;
  }

  register(name: Name, entry: Entry): void {
    this.#entries.set(name, entry);
  }

  /** Throws if the name is not registered. */
  get(name: Name): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`no ${this.#what} "${name}" is registered`);
    return entry;
  }

  /** For names that another version of the app may have written down. */
  find(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  entries(): [Name, Entry][] {
    return [...this.#entries] as [Name, Entry][];
  }
}
