/**
 * Our own drawings for the banks; none is a bank's real logo. Each has the bank's colour as background, a
 * plain shape in its second colour at the bottom, and its usual abbreviation. The canvas is 48 by 48.
 */

export interface BankMarkDrawing {
  /** OKLCH "L C H": the bank's own colour, dark enough for white letters. */
  ground: string;
  /** The shape's colour and path. The shape stays below the letters. */
  accent: string;
  shape: string;
  /** The abbreviation of two to four letters; empty if the shape is enough. */
  letters: string;
}

const HILL = 'M0 41Q24 31 48 41V48H0Z';
const BAND = 'M0 38H48V43H0Z';
const STEPS = 'M0 42H16V38H32V34H48V48H0Z';
const SLOPE = 'M0 48 48 33V48Z';
const SUN = 'M10 48a14 11 0 0 1 28 0Z';
const WAVE = 'M0 40Q12 33 24 40T48 40V48H0Z';
const POSTS = 'M8 36h5v12H8Zm9 0h5v12h-5Zm9 0h5v12h-5Zm9 0h5v12h-5Z';
const ROOF = 'M0 48 24 34 48 48H39L24 39 9 48Z';
const DOTS = 'M12 40a3 3 0 1 1 0 .01ZM24 37a3 3 0 1 1-.01 0ZM33 40a3 3 0 1 1 0 .01Z';
const EDGE = 'M5 38h8v3H5Zm15 0h8v3h-8Zm15 0h8v3h-8Z';
const CORNER = 'M26 48 48 30V48Z';
const NOTCH = 'M0 36H15a9 7 0 0 0 18 0H48V48H0Z';
const TWO_BANDS = 'M0 36H48V39H0ZM0 42H48V48H0Z';
const PEAKS = 'M0 48 12 36 24 48 36 36 48 48Z';
const FRAME = 'M6 37H42V41H6Z';
const LEAF = 'M6 48C8 37 22 33 42 35 40 46 24 48 6 48Z';
const RAY = 'M24 34 48 48H36L24 40 12 48H0Z';
const DISC = 'M24 34.5a6 6 0 1 1-.01 0Z';
/** A wallet with its button. */
const WALLET =
  'M12 12H34a3 3 0 0 1 3 3V17H12a1.5 1.5 0 0 0 0 3H38a3 3 0 0 1 3 3V34a4 4 0 0 1-4 4H13a5 5 0 0 1-5-5V16a4 4 0 0 1 4-4Zm22 13.5a3.2 3.2 0 1 0 .01 0Z';

/** By bank code; `TRUEWALLET` is the wallet that gift links come from. */
export const bankMarks: Readonly<Record<string, BankMarkDrawing>> = {
  KBANK: { ground: '0.52 0.13 155', accent: '0.83 0.16 145', shape: HILL, letters: 'KB' },
  KTB: { ground: '0.53 0.13 240', accent: '0.87 0.08 225', shape: SLOPE, letters: 'KTB' },
  SCB: { ground: '0.43 0.15 303', accent: '0.84 0.13 88', shape: BAND, letters: 'SCB' },
  BBL: { ground: '0.4 0.14 266', accent: '0.8 0.09 262', shape: POSTS, letters: 'BBL' },
  BAY: { ground: '0.42 0.06 70', accent: '0.87 0.17 92', shape: CORNER, letters: 'BAY' },
  TMB: { ground: '0.48 0.17 258', accent: '0.76 0.16 55', shape: DISC, letters: 'TTB' },
  GSB: { ground: '0.52 0.2 0', accent: '0.87 0.08 5', shape: SUN, letters: 'GSB' },
  BAAC: { ground: '0.45 0.11 150', accent: '0.88 0.16 98', shape: LEAF, letters: 'BAAC' },
  GHB: { ground: '0.53 0.15 45', accent: '0.9 0.07 75', shape: ROOF, letters: 'GHB' },
  UOB: { ground: '0.38 0.11 258', accent: '0.6 0.2 25', shape: EDGE, letters: 'UOB' },
  CIMB: { ground: '0.45 0.17 25', accent: '0.75 0.12 20', shape: STEPS, letters: 'CIMB' },
  KKP: { ground: '0.42 0.09 290', accent: '0.82 0.08 300', shape: DOTS, letters: 'KKP' },
  LHB: { ground: '0.45 0.05 230', accent: '0.85 0.05 200', shape: PEAKS, letters: 'LH' },
  TISCO: { ground: '0.44 0.11 245', accent: '0.82 0.1 215', shape: WAVE, letters: 'TIS' },
  ISBT: { ground: '0.42 0.08 165', accent: '0.86 0.13 95', shape: RAY, letters: 'IBT' },
  ICBC: { ground: '0.5 0.19 27', accent: '0.92 0.03 40', shape: FRAME, letters: 'ICBC' },
  BCEL: { ground: '0.48 0.18 25', accent: '0.88 0.16 95', shape: NOTCH, letters: 'BCEL' },
  LDB: { ground: '0.44 0.13 262', accent: '0.82 0.12 225', shape: STEPS, letters: 'LDB' },
  JDB: { ground: '0.46 0.11 160', accent: '0.87 0.15 92', shape: BAND, letters: 'JDB' },
  APB: { ground: '0.42 0.1 140', accent: '0.86 0.16 110', shape: LEAF, letters: 'APB' },
  TRUEWALLET: { ground: '0.58 0.18 45', accent: '0.985 0.012 100', shape: WALLET, letters: '' },
};

/**
 * Returns the drawing for a bank code. For an unknown bank it is grey, with the first letters of its code.
 */
export function findBankMark(code: string): BankMarkDrawing {
  const known = Object.hasOwn(bankMarks, code) ? bankMarks[code] : undefined;
  return (
    known ?? { ground: '0.45 0.03 160', accent: '0.7 0.03 160', shape: TWO_BANDS, letters: code.slice(0, 4) }
  );
}

/** Capital letters as strokes, 14 units high above the baseline, each with its width. */
const strokesByLetter: Readonly<Record<string, [width: number, path: string]>> = {
  A: [10, 'M0 14 5 0 10 14M2 9.5H8'],
  B: [9, 'M0 6.5H5.2a3.75 3.75 0 0 1 0 7.5H0V0H4.8a3.25 3.25 0 0 1 0 6.5'],
  C: [9.6, 'M9.6 3A5.6 7 0 1 0 9.6 11'],
  D: [9.5, 'M0 0V14H3a6.5 7 0 0 0 0-14Z'],
  E: [7.5, 'M7.5 0H0V14H7.5M0 7H6.5'],
  F: [7.5, 'M7.5 0H0V14M0 7H6.5'],
  G: [9.8, 'M9.4 3A5.6 7 0 1 0 9.8 10.8V7.6H6.2'],
  H: [9, 'M0 0V14M9 0V14M0 7H9'],
  I: [0, 'M0 0V14'],
  J: [6.5, 'M6.5 0V10a3.25 4 0 0 1-6.5 0'],
  K: [9, 'M0 0V14M8.5 0 0 8.6M3.1 5.6 9 14'],
  L: [7.5, 'M0 0V14H7.5'],
  M: [11, 'M0 14V0L5.5 8.5 11 0V14'],
  N: [9, 'M0 14V0L9 14V0'],
  O: [11, 'M5.5 0a5.5 7 0 1 0 .01 0Z'],
  P: [9, 'M0 14V0H5a4 4 0 0 1 0 8H0'],
  Q: [11, 'M5.5 0a5.5 7 0 1 0 .01 0ZM7 10.5 11 14.5'],
  R: [9, 'M0 14V0H5a4 4 0 0 1 0 8H0M5 8 9 14'],
  S: [
    8.8,
    'M8.3 2.3C7.3.7 6 0 4.4 0 2 0 .4 1.4.4 3.4.4 7.8 8.8 5.9 8.8 10.5 8.8 12.7 7 14 4.6 14 2.6 14 1 13.2 0 11.6',
  ],
  T: [10, 'M0 0H10M5 0V14'],
  U: [9.5, 'M0 0V8.5a4.75 5.5 0 0 0 9.5 0V0'],
  V: [10, 'M0 0 5 14 10 0'],
  W: [13, 'M0 0 3.25 14 6.5 2 9.75 14 13 0'],
  X: [9.5, 'M0 0 9.5 14M9.5 0 0 14'],
  Y: [9.5, 'M0 0 4.75 7.2 9.5 0M4.75 7.2V14'],
  Z: [9, 'M0 0H9L0 14H9'],
};

const GAP = 4.2;
const WIDEST = 35;
const TALLEST = 1.1;

interface LetterLayout {
  strokes: { x: number; path: string }[];
  /** The offset and the scale that centre the letters on the canvas. */
  x: number;
  y: number;
  scale: number;
}

/** Returns the positions of the letters. Other characters than capital letters are left out. */
export function layOutLetters(text: string): LetterLayout {
  const known = [...text.toUpperCase()].flatMap((letter) =>
    strokesByLetter[letter] ? [strokesByLetter[letter]] : [],
  );
  let x = 0;
  const strokes = known.map(([width, path]) => {
    const at = x;
    x += width + GAP;
    return { x: at, path };
  });
  const width = Math.max(0, x - GAP);
  const scale = Math.min(TALLEST, WIDEST / Math.max(1, width));
  return { strokes, x: (48 - width * scale) / 2, y: 20.5 - 7 * scale, scale };
}
