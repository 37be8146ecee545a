/** What several pages import, for one file of it: each file costs a request and begins its compression anew. */
interface ModuleLinks {
  importers: readonly string[];
}

interface Graph {
  getModuleInfo(id: string): ModuleLinks | null;
}

/** A page's own code is split off its route. What a sheet alone needs comes with the sheet. */
const isPage = (id: string) => id.includes('tsr-split=component');

/** Names the chunk of modules that at least so many pages import, directly or through others. */
export function sharedByPages(name: string, least: number) {
  const known = new Map<string, ReadonlySet<string>>();

  function pagesOf(id: string, graph: Graph): ReadonlySet<string> {
    const before = known.get(id);
    if (before) return before;
    const pages = new Set<string>(isPage(id) ? [id] : []);
    // Set first: a circle of imports ends here.
    known.set(id, pages);
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) {
      for (const page of pagesOf(importer, graph)) pages.add(page);
    }
    return pages;
  }

  return (id: string, graph: Graph): string | null => (pagesOf(id, graph).size >= least ? name : null);
}
