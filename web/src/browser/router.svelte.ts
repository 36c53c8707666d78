// Which address the page shows. Links within the page change it without loading anything.
let path = $state(location.pathname);
let hash = $state(location.hash);

export const address = {
  get path(): string {
    return path;
  },
  get hash(): string {
    return hash;
  },
};

function read(): void {
  path = location.pathname;
  hash = location.hash;
}
addEventListener('popstate', read);

export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  read();
  scrollTo(0, 0);
}

/** For the page's root: follows links of its own. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest('a');
  if (link?.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
