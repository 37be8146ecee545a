import type { AnyRouter } from '@tanstack/react-router';
import { heedHistory, settleSoon, startLayers } from '@/ui/layers';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** So many layers lie over what the address names. */
    layer?: number;
  }
}

/** Gives the layers their entries in the router's history. */
export function keepLayers(router: AnyRouter): void {
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
    if (action.type !== 'PUSH' && action.type !== 'REPLACE') heedHistory();
  });
  // A reload may have come upon the entry of a layer that it did not bring back.
  const stop = router.subscribe('onResolved', () => {
    stop();
    settleSoon();
  });
}
