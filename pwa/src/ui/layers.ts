import { useEffect, useEffectEvent } from 'react';

/**
 * What lies over something else: a step within a sheet, a list of choices, a picture, an alert.
 * Each has an entry of its own in the history, so that the phone's back takes away one of them at
 * a time, as its own arrow does, and leaves what was typed below it alone.
 *
 *   a layer opens            an entry is pushed
 *   the phone goes back      the topmost layer is asked to go
 *   its own arrow is tapped  it goes, and its entry with it
 *   forward, or a reload     onto an entry whose layer is not there: the entry is left again
 */
export interface LayerHistory {
  /** How many layers the entry in front stands for. */
  depth(): number;
  /** One more entry, for this many layers. */
  push(depth: number): void;
  back(entries: number): void;
}

interface Layer {
  back: () => void;
}

const layers: Layer[] = [];
let history: LayerHistory | undefined;
let isDue = false;
/** Going back takes a moment; until then the entry in front is none to count by. */
let isLeaving = false;

/** The shell has a history; a single component in a test has none, and needs none. */
export function startLayers(port: LayerHistory): void {
  history = port;
  layers.length = 0;
  isLeaving = false;
}

/** Says how to go back from a layer for as long as it is open. */
export function useBackLayer(open: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!open) return;
    const layer = { back: () => back() };
    layers.push(layer);
    settleSoon();
    return () => {
      const at = layers.indexOf(layer);
      if (at >= 0) layers.splice(at, 1);
      settleSoon();
    };
  }, [open]);
}

/** The phone went back or forward: layers without an entry go, topmost first. */
export function heedHistory(): void {
  const isOurs = isLeaving;
  isLeaving = false;
  // Our own way back follows layers that have gone; one that came meanwhile has nothing to do with it.
  if (isOurs) return settleSoon();
  // One that will not go stays in the list, and gets its entry back.
  for (const layer of layers.slice(history?.depth() ?? 0).reverse()) layer.back();
  settleSoon();
}

/** Lets go of all layers, whose sheet is being left; answers how many entries they had, which the caller goes back over. */
export function dropLayers(): number {
  layers.length = 0;
  const depth = history?.depth() ?? 0;
  isLeaving = depth > 0;
  return depth;
}

/** After the drawing in which one layer may have taken another's place. */
export function settleSoon(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(settle);
}

function settle(): void {
  isDue = false;
  if (!history || isLeaving) return;
  const depth = history.depth();
  isLeaving = depth > layers.length;
  if (isLeaving) history.back(depth - layers.length);
  for (let next = depth + 1; next <= layers.length; next++) history.push(next);
}
