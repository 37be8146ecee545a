/** Pictures that the app draws itself, and functions to save and share them. */

export type Pen = CanvasRenderingContext2D;

export interface TextStyle {
  x: number;
  y: number;
  size: number;
  weight: 400 | 600 | 700;
  colour: string;
  align?: CanvasTextAlign;
  /** The maximum width; longer text is squeezed. */
  width: number;
}

const FONTS = "Anuphan, 'Noto Sans Lao', sans-serif";

/** Draws a PNG in the app's fonts. Rejects if the browser cannot. */
export async function drawPicture(
  width: number,
  height: number,
  texts: readonly string[],
  draw: (pen: Pen) => void | Promise<void>,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  await loadLetters(texts.join(' '));
  await draw(pen);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Loads the fonts for the text first. A canvas does not wait for them and would use another font. */
async function loadLetters(text: string): Promise<void> {
  const weights = ['400', '600', '700'];
  await Promise.all(weights.map((weight) => document.fonts.load(`${weight} 40px ${FONTS}`, text))).catch(
    () => {},
  );
}

export function drawText(pen: Pen, text: string, at: TextStyle): void {
  pen.font = `${at.weight} ${at.size}px ${FONTS}`;
  pen.fillStyle = at.colour;
  pen.textAlign = at.align ?? 'center';
  pen.fillText(text, at.x, at.y, at.width);
}

/**
 * Saves the picture to the phone's pictures. On Apple devices it opens the share dialog, since a download
 * would be saved in the files.
 */
export function savePicture(picture: Blob, name: string): Promise<'saved' | 'left'> {
  return isApple() ? sharePicture(picture, name) : Promise.resolve(download(picture, name));
}

/** Shares the picture; saves it if the browser cannot share files. */
export async function sharePicture(picture: Blob, name: string): Promise<'saved' | 'left'> {
  const file = new File([picture], name, { type: picture.type });
  if (!navigator.canShare?.({ files: [file] })) return download(picture, name);
  try {
    await navigator.share({ files: [file] });
    return isApple() ? 'saved' : 'left';
  } catch (error) {
    // The member closed the share dialog, which is not a failure.
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

/** Returns whether this is an Apple browser: only Safari's engine has this property. */
function isApple(): boolean {
  return 'standalone' in navigator;
}
