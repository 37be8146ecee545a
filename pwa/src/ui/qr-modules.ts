import { encodeQR } from 'qr';

/** Returns the rows of the code's modules, true for dark, with a light border of `quiet` modules. */
export function qrModules(text: string, quiet: number): boolean[][] {
  // The encoder always adds a border of at least one module. If no border is wanted, it is cut off again.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: Math.max(1, quiet) });
  return quiet > 0 ? rows : rows.slice(1, -1).map((row) => row.slice(1, -1));
}

/** Returns the modules as one SVG path, one unit per module. */
export function qrPath(rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
