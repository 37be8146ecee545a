interface Size {
  width: number;
  height: number;
}

/** redraw draws a picture again, scaled down by the result of `scaleFor`. Rejects if the browser cannot. */
export async function redraw(
  picture: Blob,
  scaleFor: (size: Size) => number,
  mime: string,
  quality: number,
): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  try {
    const scale = Math.min(scaleFor(bitmap), 1);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(bitmap.width * scale));
    canvas.height = Math.max(1, Math.floor(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject(new Error('no picture'))), mime, quality);
    });
  } finally {
    bitmap.close();
  }
}
