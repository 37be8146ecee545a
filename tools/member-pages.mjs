// Writes backend/platform/web/pages.txt, the pages that the server returns with status 200, from the app's
// router.
import { readFileSync, writeFileSync } from 'node:fs';

const tree = readFileSync('pwa/src/routeTree.gen.ts', 'utf8');
const [, list] = /fullPaths:([^;]*);/.exec(tree);
const paths = [...list.matchAll(/'(\/[^']*)'/g)].map(([, path]) => path.replace(/(.)\/$/, '$1'));
writeFileSync('backend/platform/web/pages.txt', `${[...new Set(paths)].sort().join('\n')}\n`);
