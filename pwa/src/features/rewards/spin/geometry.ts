/** Where things are on the wheel: angles in degrees, 0 at the top, clockwise. */

export interface Place {
  /** Of the slice's middle. */
  angle: number;
  /** Half its width. */
  half: number;
}

/** The slices all have the same width: their odds are told beside the wheel, not by it. */
export function placeOf(index: number, count: number): Place {
  const width = 360 / count;
  return { angle: index * width, half: width / 2 };
}

/** A point at a distance from the middle. */
export function pointAt(angle: number, distance: number): { x: number; y: number } {
  const turn = (angle * Math.PI) / 180;
  return { x: Math.sin(turn) * distance, y: -Math.cos(turn) * distance };
}

/** The outline of a slice, around the middle. */
export function outline({ angle, half }: Place, inner: number, outer: number): string {
  const at = (side: number, distance: number) => {
    const { x, y } = pointAt(angle + side * half, distance);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  return `M${at(-1, inner)}L${at(-1, outer)}A${outer} ${outer} 0 0 1 ${at(1, outer)}L${at(1, inner)}A${inner} ${inner} 0 0 0 ${at(-1, inner)}Z`;
}

/** A label runs from the middle outwards; in the left half it is turned, so that nobody reads upside down. */
export function labelTurn(angle: number): number {
  return angle > 180 ? angle + 90 : angle - 90;
}

/** How far to turn from where the wheel stands, so that a slice comes to the top after some whole turns. */
export function turnTo(from: number, angle: number, turns: number): number {
  const rest = (((-angle - from) % 360) + 360) % 360;
  return from + turns * 360 + rest;
}
