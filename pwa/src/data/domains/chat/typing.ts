/** Notifies support of "is typing": repeatedly while it lasts, and once when it ends. */
type Tell = (on: boolean) => void;

const REPEAT_MS = 5_000;
/** After this time without a keystroke, the customer has stopped typing. */
const IDLE_MS = 10_000;

let tell: Tell = () => {};
let toldAt: number | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;

/** bindTyping sets the function that sends on the socket. */
export function bindTyping(way: Tell): void {
  tell = way;
  toldAt = null;
}

/** Call setTyping with each keystroke, and with false when the composer is empty or left. */
export function setTyping(on: boolean): void {
  clearTimeout(idle);
  if (on) {
    idle = setTimeout(() => setTyping(false), IDLE_MS);
    if (toldAt !== null && performance.now() - toldAt < REPEAT_MS) return;
    toldAt = performance.now();
    tell(true);
  } else if (toldAt !== null) {
    toldAt = null;
    tell(false);
  }
}
