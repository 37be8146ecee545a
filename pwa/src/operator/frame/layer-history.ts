/** The desk's layers in the browser's history: it has no router. */
import { heedHistory, settleSoon, startLayers } from '@/ui/layers';

export function startDeskLayers(): void {
  startLayers({
    depth: () => (history.state as { layers?: number } | null)?.layers ?? 0,
    push: (layers) => history.pushState({ layers }, ''),
    back: (entries) => history.go(-entries),
  });
  addEventListener('popstate', heedHistory);
  // A reload comes back to an entry whose layer is gone.
  settleSoon();
}
