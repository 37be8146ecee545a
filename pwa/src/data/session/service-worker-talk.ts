/**
 * What the service worker asks of an open page: the token that is not kept on the device (no
 * remember-me), which goes straight back through the port and never into storage; and to show
 * what a tapped notification is about.
 */
import type { Member } from './member';
import { knowMember } from './token';

export type Asked =
  | { type: 'who' }
  /** `path` is one of this origin, with its search. */
  | { type: 'open'; path: string };

export type WhoAnswer = Member | null;

/** Answers the service worker. Returns how to stop. */
export function answerServiceWorker(onOpen: (path: string) => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const onMessage = (event: MessageEvent<Asked | null>) => {
    const [port] = event.ports;
    if (event.data?.type === 'open') onOpen(event.data.path);
    if (event.data?.type !== 'who' || !port) return;
    void knowMember()
      .catch(() => null)
      .then((member) => port.postMessage(member satisfies WhoAnswer));
  };
  container?.addEventListener('message', onMessage);
  return () => container?.removeEventListener('message', onMessage);
}
