// A page that stayed open over an upgrade asks for files that have gone: the page of today knows the new ones.
const PLACE = 'barragoon.missing';

/** Loads the page anew, once for each file that is missing, unless it is the net that is. */
export function reloadOnce({ payload }: VitePreloadErrorEvent): void {
  if (!navigator.onLine) return;
  try {
    if (sessionStorage.getItem(PLACE) === payload.message) return;
    sessionStorage.setItem(PLACE, payload.message);
  } catch {
    return; // who can't count may not begin
  }
  location.reload();
}
