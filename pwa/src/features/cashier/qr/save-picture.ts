/** The QR as a picture for the bank's app, with the amount and its end on it. */
import type { QrState } from '@/data/cash/types';
import { qrModules } from '@/ui/qr-modules';
import { pictureOf } from './qr-code';

const WIDTH = 900;
const HEIGHT = 1200;
const CODE = 640;
const TOP = 330;
const INK = '#14241c';
const GREY = '#54635a';

export interface PictureWords {
  title: string;
  /** "500.00 baht" */
  amount: string;
  until: string;
  once: string;
}

/** Draws it. Throws where the browser cannot. */
export async function drawQr(qr: QrState, words: PictureWords): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(pen, words.title, 110, 400, 38, GREY);
  write(pen, words.amount, 215, 700, 84, INK);
  if (qr.payload) drawModules(pen, qr.payload);
  else await drawMarkup(pen, qr.qrcode);
  write(pen, words.until, 1060, 600, 38, INK);
  write(pen, words.once, 1120, 400, 32, GREY);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Into the phone's pictures: by its own sheet where a download would land among the files. */
export async function savePicture(picture: Blob, name: string): Promise<'saved' | 'left'> {
  const file = new File([picture], name, { type: picture.type });
  if (isApple() && navigator.canShare?.({ files: [file] })) {
    return navigator.share({ files: [file] }).then(
      () => 'saved',
      (error: unknown) => {
        // The member has closed the sheet: no fault.
        if (error instanceof DOMException && error.name === 'AbortError') return 'left';
        throw error;
      },
    );
  }
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return 'saved';
}

/** Only Safari's browsers have this. */
function isApple(): boolean {
  return 'standalone' in navigator;
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  y: number,
  weight: number,
  size: number,
  colour: string,
): void {
  pen.font = `${weight} ${size}px Anuphan, 'Noto Sans Lao', sans-serif`;
  pen.fillStyle = colour;
  pen.textAlign = 'center';
  pen.fillText(text, WIDTH / 2, y, WIDTH - 80);
}

/** Whole pixels for each module, so that no edge is grey. */
function drawModules(pen: CanvasRenderingContext2D, payload: string): void {
  const rows = qrModules(payload, 0);
  const module = Math.floor(CODE / rows.length);
  const left = Math.round((WIDTH - module * rows.length) / 2);
  pen.fillStyle = INK;
  rows.forEach((row, y) => {
    row.forEach((dark, x) => dark && pen.fillRect(left + x * module, TOP + y * module, module, module));
  });
}

async function drawMarkup(pen: CanvasRenderingContext2D, markup: string): Promise<void> {
  const image = new Image();
  image.src = pictureOf(withSize(markup));
  await image.decode();
  pen.drawImage(image, (WIDTH - CODE) / 2, TOP, CODE, CODE);
}

/** Without a size of its own some browsers draw nothing. */
function withSize(markup: string): string {
  return /<svg[^>]*\swidth=/.test(markup)
    ? markup
    : markup.replace('<svg', `<svg width="${CODE}" height="${CODE}"`);
}
