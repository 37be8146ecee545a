/** Which commands are being asked for again: "checking with the system, do not repeat". */
import { useSyncExternalStore } from 'react';

const asking = new Map<string, Set<string>>();
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
