/** The QR as a picture for the bank's app, with the amount and the expiry time. */
import type { QrState } from '@/data/domains/cash/types';
import { drawPicture, drawText, type Pen } from '@/ui/picture';
import { qrModules } from '@/ui/qr-modules';
import { buildSvgUrl } from './qr-code';

const WIDTH = 900;
const HEIGHT = 1200;
const CODE = 640;
const TOP = 330;
const INK = '#14241c';
const GREY = '#54635a';

export interface PictureTexts {
  title: string;
  /** For example "500.00 baht". */
  amount: string;
  until: string;
  once: string;
}

/** Returns the QR as a PNG. Rejects if the browser cannot draw it. */
export function drawQr(qr: QrState, texts: PictureTexts): Promise<Blob> {
  return drawPicture(WIDTH, HEIGHT, Object.values(texts), async (pen) => {
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    const line = { x: WIDTH / 2, width: WIDTH - 80 };
    drawText(pen, texts.title, { ...line, y: 110, weight: 400, size: 38, colour: GREY });
    drawText(pen, texts.amount, { ...line, y: 215, weight: 700, size: 84, colour: INK });
    if (qr.payload) drawModules(pen, qr.payload);
    else await drawMarkup(pen, qr.qrcode);
    drawText(pen, texts.until, { ...line, y: 1060, weight: 600, size: 38, colour: INK });
    drawText(pen, texts.once, { ...line, y: 1120, weight: 400, size: 32, colour: GREY });
  });
}

/** Draws each module in whole pixels, so that no edge is grey. */
function drawModules(pen: Pen, payload: string): void {
  const rows = qrModules(payload, 0);
  const module = Math.floor(CODE / rows.length);
  const left = Math.round((WIDTH - module * rows.length) / 2);
  pen.fillStyle = INK;
  rows.forEach((row, y) => {
    row.forEach((dark, x) => dark && pen.fillRect(left + x * module, TOP + y * module, module, module));
  });
}

async function drawMarkup(pen: Pen, markup: string): Promise<void> {
  const image = new Image();
  image.src = buildSvgUrl(addSize(markup));
  await image.decode();
  pen.drawImage(image, (WIDTH - CODE) / 2, TOP, CODE, CODE);
}

/** Returns the SVG with a width and height: some browsers draw nothing for an SVG without a width. */
function addSize(markup: string): string {
  return /<svg[^>]*\swidth=/.test(markup)
    ? markup
    : markup.replace('<svg', `<svg width="${CODE}" height="${CODE}"`);
}
