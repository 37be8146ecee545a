/**
 * Puts a text on the clipboard. A browser without the asynchronous clipboard (a messenger's own) has the
 * old command still, which works within the tap only. Returns false where neither does.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text, near);
  }
}

/** The command copies what is selected: a carrier beside the tapped button, since the page under a sheet is inert. */
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

/** Selects the text where it is shown, nearest to the tapped button, for a long press. Returns false where it is not shown. */
export function selectShown(text: string, near: Element): boolean {
  for (let place = near.parentElement; place; place = place.parentElement) {
    // The last one in the document's order is the innermost.
    const shown = [...place.querySelectorAll('*')].findLast((each) => isSame(each.textContent, text));
    if (!shown) continue;
    getSelection()?.selectAllChildren(shown);
    return true;
  }
  return false;
}

/** Numbers are shown in groups. */
function isSame(shown: string, text: string): boolean {
  const bare = (value: string) => value.replaceAll(/[\s\u2060-]/g, '');
  return bare(shown) === bare(text);
}
