/** The imports of a module. */
interface ModuleLinks {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

export interface Graph {
  getModuleInfo(id: string): ModuleLinks | null;
}

/**
 * Returns a function that returns the entries which need a module at their start. An entry is a module that
 * is loaded dynamically, or for which `isEntry` returns true.
 */
export function entriesBy(isEntry: (id: string) => boolean) {
  const known = new Map<string, Set<string>>();

  function entriesOf(id: string, graph: Graph): Set<string> {
    const before = known.get(id);
    if (before) return before;
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
    const found = new Set<string>(isEntry(id) || dynamicImporters.length > 0 ? [id] : []);
    // The result is stored before it is complete, so that a cycle of imports ends here.
    known.set(id, found);
    for (const importer of importers) {
      for (const entry of entriesOf(importer, graph)) found.add(entry);
    }
    return found;
  }
  return (id: string, graph: Graph): readonly string[] => [...entriesOf(id, graph)];
}
