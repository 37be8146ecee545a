import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exceedsLimits, mimeByBytes, readPickedFile } from './picked-file';

const head = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const file = (text: string, name: string) => new File([head(text)], name);
const JPEG = '\xff\xd8\xff\xe0....JFIF';
const PNG = '\x89PNG\r\n\x1a\n....';

/** There is no decoder here, so the browser cannot determine a size. */
class NoImage {
  onerror = () => {};
  set src(_: string) {
    this.onerror();
  }
}

beforeEach(() => vi.stubGlobal('Image', NoImage));
afterEach(() => vi.unstubAllGlobals());

it.each([
  [JPEG, 'image/jpeg'],
  [PNG, 'image/png'],
  ['GIF89a......', 'image/gif'],
  ['....ftypqt  ', 'video/quicktime'],
  ['....ftypisom', 'video/mp4'],
  ['....ftypheic', 'other'],
  ['....ftypmif1', 'other'],
  ['....ftypavif', 'other'],
  ['RIFF....WEBP', 'other'],
  ['%PDF-1.7', 'other'],
  ['<svg xmlns=', 'other'],
  ['', undefined],
  ['picture', undefined],
])('the bytes %j are %s', (text, mime) => {
  expect(mimeByBytes(head(text))).toBe(mime);
});

describe('a picked file', () => {
  it('the type of a picked file comes from its bytes, whatever its name', async () => {
    expect(await readPickedFile(file(PNG, 'slip.jpg'))).toMatchObject({ ok: true, mime: 'image/png' });
    expect(await readPickedFile(file('....ftypisom', 'clip.mov'))).toMatchObject({ mime: 'video/mp4' });
  });

  it('a picked file of another type is refused before it is queued', async () => {
    expect(await readPickedFile(file('....ftypheic', 'photo.jpg'))).toEqual({
      ok: false,
      reason: 'unsupported',
    });
  });

  it('a picked file with an unknown extension is refused', async () => {
    expect(await readPickedFile(file(PNG, 'slip.png.exe'))).toEqual({ ok: false, reason: 'unsupported' });
  });

  it('a picture exceeds the server’s limits by its longest side or its number of pixels', () => {
    expect(exceedsLimits({ width: 1080, height: 20_000 })).toBe(true);
    expect(exceedsLimits({ width: 8000, height: 6300 })).toBe(true);
    expect(exceedsLimits({ width: 16_000, height: 2000 })).toBe(false);
    expect(exceedsLimits({ width: 8000, height: 6000 })).toBe(false);
  });
});
