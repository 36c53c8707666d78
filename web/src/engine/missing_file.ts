/** Says that a file of the page is gone, as Vite does where code is missing: after an upgrade, a reload helps. */
export function announceMissingFile(name: string): void {
  if (!('dispatchEvent' in globalThis)) return; // Node has no page
  const event = new Event('vite:preloadError', { cancelable: true });
  dispatchEvent(Object.assign(event, { payload: new Error(name) }));
}
