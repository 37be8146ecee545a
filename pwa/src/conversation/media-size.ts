/** The widest and the tallest that a picture may stand in the log. */
const MAX_WIDTH = 240;
const MAX_HEIGHT = 300;
const MIN_SIDE = 96;

/** A picture's place before it is there, so that nothing jumps when it comes. */
export function mediaBox({ width, height }: { width?: number; height?: number }): {
  width: number;
  height: number;
} {
  if (!width || !height) return { width: MAX_WIDTH, height: 180 };
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height, 1);
  return {
    width: Math.round(Math.max(MIN_SIDE, width * scale)),
    height: Math.round(Math.max(MIN_SIDE, height * scale)),
  };
}
