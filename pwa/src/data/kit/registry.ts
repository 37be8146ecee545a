/**
 * Registry holds entries that other modules register, by name. They register when they are loaded, so the
 * module with the registry does not import them. Looking up a name without an entry is a bug.
 */
export class Registry<Name extends string, Entry> {
  readonly #noun: string;
  readonly #needed: readonly Name[];
  readonly #entries = new Map<string, Entry>();

  /** `noun` names an entry in the error. `needed` are the names that must be registered. */
  constructor(noun: string, needed: readonly Name[] = []) {
    this.#noun = noun;
    this.#needed = needed;
  }

  register = (name: Name, entry: Entry): void => {
    this.#entries.set(name, entry);
  };

  registerAll = (entries: Readonly<Record<Name, Entry>>): void => {
    for (const name in entries) this.register(name, entries[name]);
  };

  /** Throws if the name is not registered. */
  get(name: Name): Entry {
    const entry = this.find(name);
    if (entry === undefined) throw new Error(`no ${this.#noun} "${name}" is registered`);
    return entry;
  }

  /**
   * find returns the entry or undefined. Use it for stored names, which may come from another version of the
   * app.
   */
  find(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  /** Throws if a name that is needed is not registered. */
  assertComplete = (): void => {
    for (const name of this.#needed) this.get(name);
  };

  entries(): [Name, Entry][] {
    return [...this.#entries] as [Name, Entry][];
  }
}
