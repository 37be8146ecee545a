/** Positions on the wheel. Angles are in degrees, 0 at the top, clockwise. */

export interface SlicePlace {
  /** The middle of the slice. */
  angle: number;
  /** Half of the slice's width. */
  half: number;
}

/** Returns the place of a slice. All slices have the same width; the odds are listed below the wheel. */
export function computeSlicePlace(index: number, count: number): SlicePlace {
  const width = 360 / count;
  return { angle: index * width, half: width / 2 };
}

/** Returns the point at this angle and distance from the centre. */
export function pointAt(angle: number, distance: number): { x: number; y: number } {
  const turn = (angle * Math.PI) / 180;
  return { x: Math.sin(turn) * distance, y: -Math.cos(turn) * distance };
}

/** Returns the SVG path of a slice, relative to the centre. */
export function buildSlicePath({ angle, half }: SlicePlace, inner: number, outer: number): string {
  const xyOf = (side: number, distance: number) => {
    const { x, y } = pointAt(angle + side * half, distance);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  return `M${xyOf(-1, inner)}L${xyOf(-1, outer)}A${outer} ${outer} 0 0 1 ${xyOf(1, outer)}L${xyOf(1, inner)}A${inner} ${inner} 0 0 0 ${xyOf(-1, inner)}Z`;
}

/**
 * Returns the rotation of a slice's label in degrees. A label runs outwards from the centre. In the left half
 * it is turned around, so that no label is upside down.
 */
export function computeLabelRotation(angle: number): number {
  return angle > 180 ? angle + 90 : angle - 90;
}

/** Returns the wheel's new angle, at which a slice is at the top after some whole turns. */
export function computeEndAngle(from: number, angle: number, turns: number): number {
  const rest = (((-angle - from) % 360) + 360) % 360;
  return from + turns * 360 + rest;
}
