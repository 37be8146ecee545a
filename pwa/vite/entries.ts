/** What is known of a module's place among the others. */
interface ModuleLinks {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

export interface Graph {
  getModuleInfo(id: string): ModuleLinks | null;
}

/** Tells of each module which modules that are loaded later, or are such an entry, need it from their start. */
export function entriesBy(isEntry: (id: string) => boolean) {
  const known = new Map<string, Set<string>>();

  function entriesOf(id: string, graph: Graph): Set<string> {
    const before = known.get(id);
    if (before) return before;
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
    const found = new Set<string>(isEntry(id) || dynamicImporters.length > 0 ? [id] : []);
    // Set first: a circle of imports ends here.
    known.set(id, found);
    for (const importer of importers) {
      for (const entry of entriesOf(importer, graph)) found.add(entry);
    }
    return found;
  }
  return (id: string, graph: Graph): readonly string[] => [...entriesOf(id, graph)];
}
