import { entriesBy, type Graph } from './entries.ts';

const isStart = (id: string) => id.endsWith('/operator/main.tsx');
const isCashiers = (id: string) => /\/operator\/(cashier|i18n\/\w+\/cashier)/.test(id);

/** Whose a module is: everybody's, or shared by several pages of one work. What one page alone needs comes with it. */
function ownerOf(entries: readonly string[]): 'all' | 'cashier' | 'chats' | null {
  const cashiers = entries.filter(isCashiers).length;
  if (entries.some(isStart) || (cashiers > 0 && cashiers < entries.length)) return 'all';
  if (entries.length < 2) return null;
  return cashiers > 0 ? 'cashier' : 'chats';
}

/**
 * The console in few files, since each begins its compression anew. What everybody needs is two: the libraries, which a
 * release seldom changes, and the rest. Support loads no file of the cashier's, nor a cashier one of the chats.
 */
export function consoleFiles() {
  const neededBy = entriesBy(isStart);
  const isLibrary = (id: string) => id.includes('/node_modules/');
  const file = (name: string, takes: (id: string, graph: Graph) => boolean, priority: number) => ({
    debugName: name,
    name: (id: string, graph: Graph) => (takes(id, graph) ? name : null),
    priority,
  });
  const isOf = (owner: string) => (id: string, graph: Graph) => ownerOf(neededBy(id, graph)) === owner;
  // First what the most need: a file takes along what its modules import.
  return [
    file('libraries', (id, graph) => isLibrary(id) && isOf('all')(id, graph), 4),
    file('console', isOf('all'), 3),
    file('chats', isOf('chats'), 2),
    file('cashier', isOf('cashier'), 1),
  ];
}
