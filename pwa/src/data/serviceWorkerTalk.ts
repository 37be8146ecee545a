/**
 * The service worker asks an open page for the token that is not kept on the device (no
 * remember-me). It goes straight back through the port, never into storage.
 */
import type { Member } from './member';
import { knowMember } from './token';

export interface WhoQuestion {
  type: 'who';
}

export type WhoAnswer = Member | null;

/** Answers the service worker. Returns how to stop. */
export function answerServiceWorker(): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const onMessage = (event: MessageEvent<Partial<WhoQuestion> | null>) => {
    const [port] = event.ports;
    if (event.data?.type !== 'who' || !port) return;
    void knowMember()
      .catch(() => null)
      .then((member) => port.postMessage(member satisfies WhoAnswer));
  };
  container?.addEventListener('message', onMessage);
  return () => container?.removeEventListener('message', onMessage);
}
