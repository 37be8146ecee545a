import { encodeQR } from 'qr';

/** The code's rows of modules, true where dark, with so many of nothing around. */
export function qrModules(text: string, quiet: number): boolean[][] {
  // The encoder knows no code without an edge: one ring is drawn, and taken off again.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: Math.max(1, quiet) });
  return quiet > 0 ? rows : rows.slice(1, -1).map((row) => row.slice(1, -1));
}

/** As one path of an SVG, a unit for each module. */
export function qrPath(rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
