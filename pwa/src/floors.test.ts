// @pure
/**
 * Who may know whom. Every import goes down: to a lower floor, or within one's own room. Types and
 * what is loaded later count as well.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** From the ground up. Rooms on one floor do not know each other; a path belongs to the longest that it begins with. */
const FLOORS = [
  ['data/kit'],
  ['data/device'],
  // The client, and the shapes of what goes over it.
  ['data/api'],
  // The device's databases.
  ['data/storage'],
  ['data'],
  ['i18n'],
  ['ui'],
  ['conversation', 'nav', 'sw'],
  ['money'],
  [
    'features/care',
    'features/cashier',
    'features/chat',
    'features/content',
    'features/games',
    'features/home',
    'features/identity',
    'features/rewards',
    'features/statement',
    'shell',
    // The desk is a house of its own on the same ground.
    'operator',
  ],
  ['routes'],
  ['routeTree.gen.ts'],
  ['router.ts'],
  ['main.tsx'],
];

const SRC = import.meta.dirname;
const SPEC =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*'([^']+)'|(?:^|\n)import '([^']+)'|import\(\s*'([^']+)'/g;

const files = (readdirSync(SRC, { recursive: true }) as string[]).filter(
  (path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path),
);
const known = new Set(files);

function targetOf(from: string, spec: string): string | undefined {
  const path = spec.startsWith('@/')
    ? spec.slice(2)
    : spec.startsWith('.')
      ? relative(SRC, normalize(join(SRC, from, '..', spec)))
      : undefined;
  return ['', '.ts', '.tsx', '/index.ts'].map((end) => `${path}${end}`).find((each) => known.has(each));
}

const arrows = files.flatMap((from) => {
  const code = readFileSync(join(SRC, from), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  return [...code.matchAll(SPEC)]
    .map(([, one, two, three]) => targetOf(from, one ?? two ?? three ?? ''))
    .filter((to) => to !== undefined)
    .map((to) => ({ from, to }));
});

interface Room {
  name: string;
  floor: number;
}

const rooms: Room[] = FLOORS.flatMap((names, floor) => names.map((name) => ({ name, floor })));

function roomOf(path: string): Room {
  const [room] = rooms
    .filter(({ name }) => path === name || path.startsWith(`${name}/`))
    .toSorted((one, other) => other.name.length - one.name.length);
  if (!room) throw new Error(`${path} is in no room`);
  return room;
}

describe('imports', () => {
  it('go down, from each floor to those below it', () => {
    const up = arrows.filter(({ from, to }) => {
      const [source, target] = [roomOf(from), roomOf(to)];
      return target.floor >= source.floor && target.name !== source.name;
    });

    expect(arrows.length).toBeGreaterThan(1000);
    expect(up.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('lead nobody but its own page to the desk', () => {
    const strays = arrows.filter(
      ({ from, to }) => to.startsWith('operator/') && !from.startsWith('operator/'),
    );

    expect(strays).toEqual([]);
  });

  it('make no circle, not by a type and not by what is loaded later', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of arrows) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, way: string[]) => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
      if (done.has(file) || way.includes(file)) return;
      for (const to of next.get(file) ?? []) walk(to, [...way, file]);
      done.add(file);
    };
    for (const file of files) walk(file, []);

    expect(circles).toEqual([]);
  });
});
