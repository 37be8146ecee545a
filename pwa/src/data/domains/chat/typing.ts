/** Notifies support of "is typing": repeatedly while it lasts, and once when it ends. */
type SendTyping = (on: boolean) => void;

const REPEAT_MS = 5_000;
/** After this time without a keystroke, the customer has stopped typing. */
const IDLE_MS = 10_000;

let sendTyping: SendTyping = () => {};
let sentAt: number | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;

/** bindTyping sets the function that sends on the socket. */
export function bindTyping(send: SendTyping): void {
  sendTyping = send;
  sentAt = null;
}

/** Call setTyping with each keystroke, and with false when the composer is empty or left. */
export function setTyping(on: boolean): void {
  clearTimeout(idle);
  if (on) {
    idle = setTimeout(() => setTyping(false), IDLE_MS);
    if (sentAt !== null && performance.now() - sentAt < REPEAT_MS) return;
    sentAt = performance.now();
    sendTyping(true);
  } else if (sentAt !== null) {
    sentAt = null;
    sendTyping(false);
  }
}
