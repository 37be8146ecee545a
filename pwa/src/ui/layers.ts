import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';

/**
 * Screen layers: everything that is shown above something else, such as a step within a sheet, a list of
 * choices, a picture or an alert. Each has its own history entry. So the phone's back key closes one at a
 * time, like the layer's own arrow, and the input below stays.
 *
 *   a layer opens            an entry is pushed
 *   the phone goes back      `onBack` of the topmost layer is called
 *   its own arrow is tapped  it closes, and its entry is removed
 *   forward, or a reload     leads to an entry whose layer is not open: the entry is left again
 */
export interface LayerHistory {
  /** How many layers are open at the current entry. */
  depth(): number;
  /** Pushes an entry at which this many layers are open. */
  push(depth: number): void;
  back(entries: number): void;
}

interface Layer {
  back: () => void;
}

const layers: Layer[] = [];
let history: LayerHistory | undefined;
let isSyncDue = false;
/** True while a step back is under way. Until it is done, the depth of the current entry is out of date. */
let isLeaving = false;

/**
 * Connects the layers with a history; the shell calls it. Tests that render a component alone have no
 * history, and need none.
 */
export function startLayers(port: LayerHistory): void {
  history = port;
  layers.length = 0;
  isLeaving = false;
}

/** Registers a layer while it is open; `onBack` closes it. */
export function useBackLayer(open: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  // Registered before the layer is painted, because a user who sees it may go back at once.
  useLayoutEffect(() => {
    if (!open) return;
    const layer = { back: () => back() };
    layers.push(layer);
    queueMicrotask(pushMissingEntries);
    syncEntriesSoon();
    return () => {
      const at = layers.indexOf(layer);
      if (at >= 0) layers.splice(at, 1);
      syncEntriesSoon();
    };
  }, [open]);
}

/** Called when the user went back or forward. Layers without an entry close, topmost first. */
export function applyHistory(): void {
  const isOurs = isLeaving;
  isLeaving = false;
  // The app itself went back, for layers that had already closed. A layer that opened in the meantime stays.
  if (isOurs) return syncEntriesSoon();
  // A layer that refuses to close stays in the list and gets its entry back. The others leave the list at
  // once. The next step back must not close them again, and their entries must not return.
  const closing = layers.slice(history?.depth() ?? 0).reverse();
  flushSync(() => closing.forEach((layer) => layer.back()));
  syncEntriesSoon();
}

/**
 * Drops all layers, because their sheet is being left. Returns the number of their history entries. The
 * caller must go back over as many.
 */
export function dropLayers(): number {
  layers.length = 0;
  const depth = history?.depth() ?? 0;
  isLeaving = depth > 0;
  return depth;
}

/**
 * Compares layers and entries after the next render, because that render may replace one layer by another.
 */
export function syncEntriesSoon(): void {
  if (isSyncDue) return;
  isSyncDue = true;
  setTimeout(syncEntries);
}

function syncEntries(): void {
  isSyncDue = false;
  if (!history || isLeaving) return;
  const depth = history.depth();
  isLeaving = depth > layers.length;
  if (isLeaving) history.back(depth - layers.length);
  pushMissingEntries();
}

/** Pushes the entries of the layers that have none yet. */
function pushMissingEntries(): void {
  if (!history || isLeaving) return;
  for (let next = history.depth() + 1; next <= layers.length; next++) history.push(next);
}
