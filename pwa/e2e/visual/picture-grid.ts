/**
 * Functions that run in the page. They draw pictures next to each other in a grid, and compare two grids.
 * Each function is self-contained.
 */

export interface PictureGrid {
  /** Data URLs, left to right. */
  pictures: string[];
  /** The size of a picture in the grid, in pixels of the grid. */
  width: number;
  height: number;
  /** The side of the blocks that are compared, in pixels. */
  block: number;
  /** The maximum difference of a block's mean colour that is allowed, 0 to 255. */
  level: number;
  /** How many pixels of a picture may be in blocks with a larger difference. */
  tolerated: number;
}

/** Returns the grid as the data URL of a WebP. */
export async function drawGrid({ pictures, width, height }: PictureGrid): Promise<string> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: width * pictures.length, height });
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  for (const [i, url] of pictures.entries()) {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    context.drawImage(picture, i * width, 0, width, height);
  }
  return canvas.toDataURL('image/webp', 0.7);
}

/**
 * Returns how many pixels of each cell are in blocks that differ from the stored grid, and a picture of the
 * differences.
 */
export async function compareGrids(
  grid: PictureGrid & { stored: string },
): Promise<{ cells: number[]; comparison: string }> {
  const { pictures, width, height, block, level } = grid;
  const totalWidth = width * pictures.length;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: totalWidth, height: height * 3 });
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  const put = async (url: string, x: number, y: number, ...size: [] | [number, number]) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    if (size.length > 0) context.drawImage(picture, x, y, ...(size as [number, number]));
    else context.drawImage(picture, x, y);
  };
  await put(grid.stored, 0, 0);
  for (const [i, url] of pictures.entries()) await put(url, i * width, height, width, height);
  const meanOf = (x: number, y: number) => {
    const { data } = context.getImageData(x, y, block, block);
    const sums = [0, 0, 0];
    for (let at = 0; at < data.length; at++) if (at % 4 < 3) sums[at % 4]! += data[at]!;
    return sums.map((sum) => sum / (block * block));
  };
  const cells = pictures.map(() => 0);
  context.fillStyle = 'red';
  for (let cell = 0; cell < cells.length; cell++)
    for (let y = 0; y + block <= height; y += block)
      for (let x = cell * width; x + block <= (cell + 1) * width; x += block) {
        const [stored, taken] = [meanOf(x, y), meanOf(x, y + height)];
        if (Math.max(...stored.map((value, i) => Math.abs(value - taken[i]!))) <= level) continue;
        cells[cell]! += block * block;
        context.fillRect(x, y + 2 * height, block, block);
      }
  return { cells, comparison: canvas.toDataURL('image/webp', 0.7) };
}
