/** Pictures that the app draws itself, and the ways they leave it. */

export type Pen = CanvasRenderingContext2D;

export interface Writing {
  x: number;
  y: number;
  size: number;
  weight: 400 | 600 | 700;
  colour: string;
  align?: CanvasTextAlign;
  /** Narrower it is squeezed. */
  width: number;
}

const FONTS = "Anuphan, 'Noto Sans Lao', sans-serif";

/** Draws a PNG in the app's own letters. Throws where the browser cannot. */
export async function drawPicture(
  width: number,
  height: number,
  words: readonly string[],
  draw: (pen: Pen) => void | Promise<void>,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  await loadLetters(words.join(' '));
  await draw(pen);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** A canvas waits for no font: what has not come yet would be drawn in another. */
async function loadLetters(text: string): Promise<void> {
  const weights = ['400', '600', '700'];
  await Promise.all(weights.map((weight) => document.fonts.load(`${weight} 40px ${FONTS}`, text))).catch(
    () => {},
  );
}

export function write(pen: Pen, text: string, at: Writing): void {
  pen.font = `${at.weight} ${at.size}px ${FONTS}`;
  pen.fillStyle = at.colour;
  pen.textAlign = at.align ?? 'center';
  pen.fillText(text, at.x, at.y, at.width);
}

/** Into the phone's pictures: by its own sheet where a download would land among the files. */
export function savePicture(picture: Blob, name: string): Promise<'saved' | 'left'> {
  return isApple() ? sharePicture(picture, name) : Promise.resolve(download(picture, name));
}

/** To another app or person; saved where the browser cannot hand files over. */
export async function sharePicture(picture: Blob, name: string): Promise<'saved' | 'left'> {
  const file = new File([picture], name, { type: picture.type });
  if (!navigator.canShare?.({ files: [file] })) return download(picture, name);
  try {
    await navigator.share({ files: [file] });
    return isApple() ? 'saved' : 'left';
  } catch (error) {
    // The member has closed the sheet: no fault.
    if (error instanceof DOMException && error.name === 'AbortError') return 'left';
    throw error;
  }
}

function download(picture: Blob, name: string): 'saved' {
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
