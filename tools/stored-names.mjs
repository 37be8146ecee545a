// Checks names that are stored, sent or scraped, and that only the code defines. A renaming in the code must not change
// them. `node tools/stored-names.mjs` compares them with tools/stored-names.txt and prints the differences.
// `--write` accepts the differences, for a new name or for a name that a migration changes too.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const LIST = 'tools/stored-names.txt';

/** For each kind of name, the files that define it and a pattern. The pattern's first group is the name. */
const SOURCES = {
  'job (river_job.kind)': [/^backend\/.*\.go$/, /\bKind\(\) string \{ return "([^"]+)" \}/g],
  'job queue': [/^backend\/.*\.go$/, /\b\w*[bB]ulkhead\w* *(?:=|:=) "([^"]+)"/g],
  'periodic job': [/^backend\/.*\.go$/, /\.Every\("([^"]+)"/g],
  metric: [/^backend\/.*\.go$/, /"(krapao_[a-z_]+)"/g],
  setting: [/^backend\/.*\.go$/, /\benv(?:Prefix)?:"([A-Z_]+)/g],
  cookie: [/^backend\/.*\.go$/, /"(__Host-[a-z_]+)"/g],
  'bus subject': [/^backend\/.*\.go$/, /\bsubject\w* += "([a-z.]+)"/g],
  'item kind': [/^backend\/.*\.go$/, /\bName: "([A-Z_]+)", Roles/g],
  'item action': [/^backend\/.*\.go$/, /staff\.Action\{\s*Name: "(\w+)"/g],
  'action of two people': [/^backend\/.*\.go$/, /\bproposalKind[A-Z]\w* += "([A-Z_]+)"/g],
  document: [/^backend\/.*\.go$/, /staff\.Document\{\s*Kind: "(\w+)"/g],
  'audit action': [/^backend\/.*\.go$/, /"((?:operator|member|canned|chat|document)\.[a-z_]+)"/g],
  'push kind': [/^backend\/push\/.*\.go$/, /Kind = "([a-z]+\.[a-z_]+)"/g],
  'statement type': [/^backend\/statement\/.*\.go$/, /Type = "([a-z_]+)"/g],
  operation: [/^backend\/.*\.go$/, /\bID: +"([a-z]\w+)", +Method:/g],
  'web storage key': [
    /^pwa\/src\/.*\.tsx?$/,
    /\b(?:KEY|TOKEN|LEAVING|USED|[A-Z_]+_KEY) = '([^']+)';|\b(?:deviceStorage|tabStorage)(?:List)?(?:\.\w+)?\(\s*['`]([^'`$]+)/g,
  ],
  'IndexedDB database': [/^pwa\/src\/data\/storage\/db\.ts$/, /super\('(\w+)'|return `(\w+)\$\{/g],
  'IndexedDB table': [/^pwa\/src\/data\/storage\/db\.ts$/, /^ +(\w+): (?:'[^']*'|null)[,}]?/gm],
  'Cache Storage': [/^pwa\/src\/.*\.ts$/, /\bcacheName: '([^']+)'|\b\w*CACHE\w* = '([^']+)'/g],
  'message between tabs': [/^pwa\/src\/data\/device\/channel\.ts$/, /\{ type: '(\w+)'/g],
};

const IS_TEST =
  /_test\.go$|\.test\.tsx?$|\/testdata\/|servertest|pgtest|simtest|^backend\/cmd\/(?:bench|chaos|failover)/;

/** Returns all names in the code, each as "kind: name". */
function findNames() {
  const files = execFileSync('git', ['ls-files', '-z', 'backend', 'pwa/src'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\0')
    .filter((path) => path && !IS_TEST.test(path));
  return Object.entries(SOURCES).flatMap(([kind, [path, pattern]]) => {
    const names = new Set();
    for (const file of files.filter((each) => path.test(each)))
      for (const [, ...groups] of readFileSync(file, 'utf8').matchAll(pattern))
        names.add(groups.find(Boolean));
    if (names.size === 0) throw new Error(`no ${kind} was found: mend its pattern in tools/stored-names.mjs`);
    return [...names].sort().map((name) => `${kind}: ${name}`);
  });
}

const found = findNames();
if (process.argv[2] === '--write') {
  writeFileSync(LIST, `${found.join('\n')}\n`);
} else {
  const accepted = readFileSync(LIST, 'utf8').trim().split('\n');
  for (const line of accepted.filter((each) => !found.includes(each))) console.log(`gone: ${line}`);
  for (const line of found.filter((each) => !accepted.includes(each))) console.log(`new: ${line}`);
  if (found.join() !== accepted.join()) {
    console.log(
      'These names are stored, sent or scraped. If the change is intended: node tools/stored-names.mjs --write',
    );
    process.exitCode = 1;
  }
}
