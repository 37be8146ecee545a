import { entriesBy, type Graph } from './entries.ts';

type Rule = (entries: readonly string[]) => string | null;

/** A page's own code is split off its route. */
const isPage = (id: string) => id.includes('tsr-split=component');
const isHome = (id: string) => isPage(id) && /\/routes\/user(\/home|\/statement\/index)?\.tsx/.test(id);
const isLogin = (id: string) => isPage(id) && id.includes('/routes/_public/login.');
const isPublicPage = (id: string) => isPage(id) && id.includes('/routes/_public');
/** It hovers over every page. */
const isChatDisc = (id: string) => id.endsWith('/shell/chat-disc.tsx');
/** The first sheet that a member meets, and what holds each. */
const isFirstSheet = (id: string) => /\/(nav\/sheet-host|content\/agreement-sheet)\.tsx$/.test(id);
/** What works behind the pages, such as the push subscription, comes without their parts. */
const isBackground = (id: string) => id.includes('/src/data/');
/** Its forms are read by libraries that nobody else needs. */
const isIdentity = (id: string) => id.includes('/src/features/identity/');
/** Small sheets of one concern: a member who opens one needs few bytes for the others. */
const smallSheet = /\/src\/(?:features\/)?(shell|care|identity|rewards)\/.*-sheet\.tsx$/;

/**
 * From what is needed first to what is needed seldom. A module goes with the first rule that takes it, and takes
 * along what it imports: no file of an early rule waits for one of a later.
 */
const rules: readonly Rule[] = [
  // Without what members' pages alone need: a visitor loads it.
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

/** A large sheet is a concern of its own. */
const concernsOf = (entries: readonly string[]) =>
  new Set(entries.map((entry) => smallSheet.exec(entry)?.[1] ?? entry));

/**
 * The app in some seventy files, where every module that two sheets share would be a file of its own: each costs
 * a request, a place in the offline store, where a worker puts one after the other, and begins its compression anew.
 *
 * What a page or a large sheet alone needs comes with it. Answers groups for the bundler, the first of which has
 * the given priority, the others less.
 *
 * The bundler's own `entriesAware` groups instead of these rules, measured with rolldown 1.2.19: a first page of
 * 185 kB in 47 files and a precache of 517 kB in 238; where it merges small groups (8 to 100 kB), a first page of
 * 295 to 301 kB. In place of the last four rules alone: a precache of 459 to 469 kB in 90 to 109 files. These
 * rules: 178.7 kB in 13 files, and 443 kB in 71.
 */
export function fewFiles(priority: number) {
  // Pages and sheets.
  const neededBy = entriesBy(isPage);
  return rules.map((rule, i) => ({
    // Names the group in the bundler's own reports: `name` is a function.
    debugName: `few-files-${i}`,
    priority: priority - i / 100,
    name: (id: string, graph: Graph) => rule(neededBy(id, graph)),
  }));
}
