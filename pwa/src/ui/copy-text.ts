/**
 * Copies a text to the clipboard. Messengers' built-in browsers lack the asynchronous API but still have
 * execCommand, which works only within the tap. Returns false if both fail.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text, near);
  }
}

/**
 * Copies the text by execCommand, which copies the selection. The text is put next to the tapped button,
 * because the page under a sheet is inert.
 */
function copyByCommand(text: string, near: Element): boolean {
  const carrier = document.createElement('span');
  Object.assign(carrier.style, { position: 'fixed', opacity: '0', whiteSpace: 'pre', userSelect: 'text' });
  carrier.textContent = text;
  (near.parentElement ?? document.body).append(carrier);
  const selection = getSelection();
  try {
    selection?.selectAllChildren(carrier);
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    selection?.removeAllRanges();
    carrier.remove();
  }
}

/**
 * Selects the text at the shown place that is closest to the tapped button, so that a long press can copy it.
 * Returns false if the text is not shown.
 */
export function selectShown(text: string, near: Element): boolean {
  for (let place = near.parentElement; place; place = place.parentElement) {
    // The last match in document order is the innermost.
    const shown = [...place.querySelectorAll('*')].findLast((each) => isSame(each.textContent, text));
    if (!shown) continue;
    getSelection()?.selectAllChildren(shown);
    return true;
  }
  return false;
}

/** Compares two texts without spaces and hyphens, because numbers are shown in groups. */
function isSame(shown: string, text: string): boolean {
  const bare = (value: string) => value.replaceAll(/[\s\u2060-]/g, '');
  return bare(shown) === bare(text);
}
