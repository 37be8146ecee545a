import { entriesBy, type Graph } from './entries.ts';

const isStart = (id: string) => id.endsWith('/operator/main.tsx');
const isCashiers = (id: string) => /\/operator\/(cashier|i18n\/\w+\/cashier)/.test(id);

/**
 * Returns who needs a module: all roles, or several pages of one role. Returns null for a module of a single
 * page, which is bundled with that page.
 */
function ownerOf(entries: readonly string[]): 'all' | 'cashier' | 'chats' | null {
  const cashiers = entries.filter(isCashiers).length;
  if (entries.some(isStart) || (cashiers > 0 && cashiers < entries.length)) return 'all';
  if (entries.length < 2) return null;
  return cashiers > 0 ? 'cashier' : 'chats';
}

/**
 * Bundles the console in few files, since each file is compressed separately. Code for all roles is in two
 * files: the libraries, which rarely change between releases, and the rest. Support loads no code of the
 * cashier, and a cashier loads no code of the chats.
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
  // The most widely needed files first: a file includes what its modules import.
  return [
    file('libraries', (id, graph) => isLibrary(id) && isOf('all')(id, graph), 4),
    file('console', isOf('all'), 3),
    file('chats', isOf('chats'), 2),
    file('cashier', isOf('cashier'), 1),
  ];
}
