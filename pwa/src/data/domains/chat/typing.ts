/** "Is typing", to support: now and then while it lasts, and once when it ends. */
type Tell = (on: boolean) => void;

const REPEAT_MS = 5_000;
/** Nobody types any more who has not for so long. */
const IDLE_MS = 10_000;

let tell: Tell = () => {};
let toldAt: number | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;

/** The socket's way out. */
export function bindTyping(way: Tell): void {
  tell = way;
  toldAt = null;
}

/** To be called with each keystroke, and with false when the composer is empty or left. */
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
