import type { AnyRouter } from '@tanstack/react-router';
import { applyHistory, syncEntriesSoon, startLayers } from '@/ui/layers';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many screen layers are open above the page of this address. */
    layer?: number;
  }
}

/** Connects the screen layers with the router's history: each layer has a history entry. */
export function connectLayers(router: AnyRouter): void {
  const { history } = router;
  startLayers({
    depth: () => history.location.state.layer ?? 0,
    push: (layer) =>
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (state: object) => ({ ...state, layer }),
        resetScroll: false,
      }),
    back: (entries) => history.go(-entries),
  });
  history.subscribe(({ action }: { action: { type: string } }) => {
    if (action.type !== 'PUSH' && action.type !== 'REPLACE') applyHistory();
  });
  // After a reload, the entry may belong to a layer that is no longer open.
  const stop = router.subscribe('onResolved', () => {
    stop();
    syncEntriesSoon();
  });
}
