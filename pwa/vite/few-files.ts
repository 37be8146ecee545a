import { entriesBy, type Graph } from './entries.ts';

type Rule = (entries: readonly string[]) => string | null;

/** A page's own code is split from its route. */
const isPage = (id: string) => id.includes('tsr-split=component');
const isHome = (id: string) => isPage(id) && /\/routes\/user(\/home|\/statement\/index)?\.tsx/.test(id);
const isLogin = (id: string) => isPage(id) && id.includes('/routes/_public/login.');
const isPublicPage = (id: string) => isPage(id) && id.includes('/routes/_public');
/** The chat button, which every page shows. */
const isChatDisc = (id: string) => id.endsWith('/shell/chat-disc.tsx');
/** The first sheet that a member sees, and the component that shows all sheets. */
const isFirstSheet = (id: string) => /\/(nav\/sheet-host|content\/agreement-sheet)\.tsx$/.test(id);
/** Background code, such as the push subscription. It is loaded without the code of pages. */
const isBackground = (id: string) => id.includes('/src/data/');
/** The sign-up and profile pages use form libraries that no other page needs. */
const isIdentity = (id: string) => id.includes('/src/features/identity/');
/** Small sheets are grouped by topic: a member who opens one needs few extra bytes for the others. */
const smallSheet = /\/src\/(?:features\/)?(shell|care|identity|rewards)\/.*-sheet\.tsx$/;

/**
 * The rules, from the code needed first to the code rarely needed. A module belongs to the first rule that
 * matches, together with the modules that it imports. So no file of an earlier rule waits for a file of a
 * later rule.
 */
const rules: readonly Rule[] = [
  // Leaves out code that only members' pages need, since guests load this file.
  (entries) => (entries.filter(isPage).length >= 5 && entries.some(isPublicPage) ? 'kit' : null),
  (entries) => (isShared(entries) && entries.some(isLogin) ? 'login-parts' : null),
  (entries) => (isShared(entries) && entries.some(isChatDisc) ? 'chat-parts' : null),
  (entries) => (isShared(entries) && entries.some(isBackground) ? 'data' : null),
  (entries) => (isShared(entries) && entries.some(isPublicPage) ? 'public' : null),
  (entries) => (isShared(entries) && entries.some(isHome) ? 'member' : null),
  (entries) => (isShared(entries) && entries.some(isFirstSheet) ? 'sheet' : null),
  (entries) => (concernsOf(entries).size > 1 && !entries.every(isIdentity) ? 'parts' : null),
  (entries) => (concernsOf(entries).size > 1 ? 'identity-forms' : null),
  (entries) => {
    const [, concern] = smallSheet.exec(entries[0] ?? '') ?? [];
    return concern ? `${concern}-sheets` : null;
  },
];

const isShared = (entries: readonly string[]) => entries.length > 1;

/** Returns the topics of the entries. A large sheet counts as a topic of its own. */
const concernsOf = (entries: readonly string[]) =>
  new Set(entries.map((entry) => smallSheet.exec(entry)?.[1] ?? entry));

/**
 * Bundles the app in some seventy files. Otherwise every module that two sheets share would be a separate
 * file. Each file costs a request and a place in the offline store, which a worker fills one by one, and is
 * compressed separately.
 *
 * Code for only one page or one large sheet is bundled with it. Returns groups for the bundler. The first has
 * the given priority, the following ones less.
 *
 * The bundler's own `entriesAware` groups instead of these rules, measured with rolldown 1.2.19: a first page
 * of 185 kB in 47 files, and a precache of 517 kB in 238. If it merges small groups (8 to 100 kB): a first
 * page of 295 to 301 kB. Instead of only the last four rules: a precache of 459 to 469 kB in 90 to 109 files.
 * With these rules: 178.7 kB in 13 files, and 443 kB in 71.
 */
export function fewFiles(priority: number) {
  // The entries are pages and sheets.
  const neededBy = entriesBy(isPage);
  return rules.map((rule, i) => ({
    // The group's name in the bundler's reports, since `name` is a function.
    debugName: `few-files-${i}`,
    priority: priority - i / 100,
    name: (id: string, graph: Graph) => rule(neededBy(id, graph)),
  }));
}
