/**
 * How commands stand, for screens: which are being asked for again ("checking with the system, do
 * not repeat"), and what became of those that an earlier page left without an answer.
 */
import { useSyncExternalStore } from 'react';
import type { CommandRow } from './db';

/** A command of an earlier page; `end` once its outcome is known. */
export interface Resumed {
  row: CommandRow;
  end?: { answer: unknown } | { error: unknown };
}

const asking = new Map<string, Set<string>>();
const resumed = new Map<string, Resumed>();
const listeners = new Set<() => void>();

export interface CommandStatus {
  /** The answer was lost, and is being asked for. */
  checking: boolean;
}

const CHECKING: CommandStatus = { checking: true };
const CALM: CommandStatus = { checking: false };

export function useCommand(name: string): CommandStatus {
  return useSyncExternalStore(watch, () => (asking.get(name)?.size ? CHECKING : CALM));
}

/** The last one of this name that was asked for again after a reload, until it is dropped. */
export function useResumed(name: string): Resumed | undefined {
  return useSyncExternalStore(watch, () => resumedOf(name));
}

export function resumedOf(name: string): Resumed | undefined {
  return [...resumed.values()].filter(({ row }) => row.name === name).at(-1);
}

/** The member has seen how it ended. */
export function dropResumed(name: string): void {
  for (const [key, { row, end }] of resumed) if (row.name === name && end) resumed.delete(key);
  announce();
}

/** Another member, another story. */
export function forgetResumed(): void {
  resumed.clear();
  announce();
}

export function noteResumed(row: CommandRow): void {
  resumed.set(row.key, { row });
  announce();
}

export function noteEnd(row: CommandRow, end: Resumed['end']): void {
  if (!resumed.has(row.key)) return;
  resumed.set(row.key, { row, end });
  announce();
}

export function noteAsking(name: string, key: string): void {
  const keys = asking.get(name) ?? new Set();
  asking.set(name, keys.add(key));
  announce();
}

export function noteKnown(name: string, key: string): void {
  if (asking.get(name)?.delete(key)) announce();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
