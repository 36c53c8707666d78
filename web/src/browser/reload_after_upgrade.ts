// A page that stayed open over an upgrade asks for files that have gone: the page of today knows the new ones.
const KEY = 'barragoon.missing';

/** Loads the page anew, once for each file that is missing, unless it is the net that is. */
export function reloadOnce({ payload }: VitePreloadErrorEvent): void {
  if (!navigator.onLine) return;
  try {
    if (sessionStorage.getItem(KEY) === payload.message) return;
    sessionStorage.setItem(KEY, payload.message);
  } catch {
    return; // without sessionStorage a reload could loop
  }
  location.reload();
}
