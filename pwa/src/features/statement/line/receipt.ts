/** Draws the receipt as a picture, in the app's design and always with light colours. */
import { markCoin, markLetter, markStroke } from '@/ui/mark-shape';
import { drawPicture, drawText, type Pen } from '@/ui/picture';

export interface ReceiptTexts {
  app: string;
  title: string;
  status: string;
  type: string;
  amount: string;
  unit: string;
  rows: { label: string; value: string }[];
}

const WIDTH = 1080;
const MARGIN = 64;
const PAD = 56;
const HEAD = 300;
/** The height of the card above its rows, and of one row. */
const TOP = 470;
const ROW = 112;

/** The light colours of tokens.css. */
const colours = {
  bg: 'oklch(0.978 0.009 108)',
  surface: 'oklch(1 0 0)',
  line: 'oklch(0.895 0.014 115)',
  ink: 'oklch(0.235 0.028 165)',
  ink2: 'oklch(0.455 0.026 160)',
  wallet: 'oklch(0.365 0.084 154)',
  walletInk: 'oklch(0.985 0.012 110)',
  walletInk2: 'oklch(0.87 0.045 148)',
  cream: 'oklch(0.985 0.012 100)',
  yolk: 'oklch(0.845 0.158 83)',
  in: 'oklch(0.495 0.125 150)',
  inSoft: 'oklch(0.945 0.045 152)',
};

/** Returns the size of the picture for this number of rows. */
export function computeReceiptSize(rows: number): { width: number; height: number } {
  return { width: WIDTH, height: HEAD - 120 + TOP + rows * ROW + MARGIN + 24 };
}

export function drawReceipt(texts: ReceiptTexts): Promise<Blob> {
  const { width, height } = computeReceiptSize(texts.rows.length);
  const allTexts = [
    texts.app,
    texts.title,
    texts.status,
    texts.type,
    texts.amount,
    texts.unit,
    ...texts.rows.flatMap(({ label, value }) => [label, value]),
  ];
  return drawPicture(width, height, allTexts, (pen) => {
    fillBox(pen, colours.bg, 0, 0, WIDTH, height, 0);
    drawHead(pen, texts);
    fillBox(
      pen,
      colours.surface,
      MARGIN,
      HEAD - 120,
      WIDTH - 2 * MARGIN,
      TOP + texts.rows.length * ROW + 24,
      56,
    );
    drawAmount(pen, texts);
    texts.rows.forEach((row, i) => drawRow(pen, row, HEAD - 120 + TOP + i * ROW));
  });
}

function fillBox(
  pen: Pen,
  colour: string,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fill();
}

/** Draws the green head, with logo and name. */
function drawHead(pen: Pen, { app, title }: ReceiptTexts): void {
  fillBox(pen, colours.wallet, 0, 0, WIDTH, HEAD, 0);
  drawMark(pen, MARGIN - 8, 44, 96);
  const line = { x: MARGIN + 104, align: 'left' as const, width: WIDTH - 2 * MARGIN - 104 };
  drawText(pen, app, { ...line, y: 88, size: 44, weight: 700, colour: colours.walletInk });
  drawText(pen, title, { ...line, y: 134, size: 32, weight: 400, colour: colours.walletInk2 });
}

function drawMark(pen: Pen, x: number, y: number, size: number): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 512, size / 512);
  pen.lineWidth = markStroke;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  pen.strokeStyle = colours.cream;
  pen.stroke(new Path2D(markLetter));
  pen.fillStyle = colours.yolk;
  pen.beginPath();
  pen.arc(markCoin.x, markCoin.y, markCoin.radius, 0, 2 * Math.PI);
  pen.fill();
  pen.restore();
}

function drawAmount(pen: Pen, { status, type, amount, unit }: ReceiptTexts): void {
  const top = HEAD - 120;
  pen.fillStyle = colours.inSoft;
  pen.beginPath();
  pen.arc(WIDTH / 2, top + 110, 52, 0, 2 * Math.PI);
  pen.fill();
  pen.lineWidth = 10;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = colours.in;
  pen.stroke(new Path2D(`M${WIDTH / 2 - 22} ${top + 112}l15 16 28 -33`));
  const line = { x: WIDTH / 2, width: WIDTH - 2 * (MARGIN + PAD) };
  drawText(pen, `${type} · ${status}`, {
    ...line,
    y: top + 226,
    size: 38,
    weight: 600,
    colour: colours.ink2,
  });
  drawText(pen, amount, { ...line, y: top + 340, size: 100, weight: 700, colour: colours.ink });
  drawText(pen, unit, { ...line, y: top + 400, size: 36, weight: 400, colour: colours.ink2 });
}

/** Draws a stitched line, then the label on the left and the value on the right. */
function drawRow(pen: Pen, { label, value }: ReceiptTexts['rows'][number], y: number): void {
  const [left, right] = [MARGIN + PAD, WIDTH - MARGIN - PAD];
  pen.strokeStyle = colours.line;
  pen.lineWidth = 4;
  pen.lineCap = 'round';
  pen.setLineDash([14, 12]);
  pen.beginPath();
  pen.moveTo(left, y);
  pen.lineTo(right, y);
  pen.stroke();
  pen.setLineDash([]);
  const base = y + 70;
  drawText(pen, label, {
    x: left,
    y: base,
    size: 34,
    weight: 400,
    colour: colours.ink2,
    align: 'left',
    width: 300,
  });
  drawText(pen, value, {
    x: right,
    y: base,
    size: 36,
    weight: 600,
    colour: colours.ink,
    align: 'right',
    width: 500,
  });
}
