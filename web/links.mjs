/**
 * The one rule for links. A plain click on an address inside the page's prefix is a move within the page; everything else
 * stays the browser's own business. No other listener on window gets to see either.
 *
 * @param {URL} base
 * @param {(to: URL) => void} go
 */
export function links(base, go) {
  document.addEventListener("click", (e) => {
    const a = e.target instanceof Element ? e.target.closest("a[href]") : null;
    if (!(a instanceof HTMLAnchorElement)) return;
    e.stopPropagation();
    if (e.defaultPrevented || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey || a.hasAttribute("download") || a.target) return;
    const to = new URL(a.href);
    if (to.origin !== base.origin || !to.pathname.startsWith(base.pathname)) return;
    if (to.pathname === location.pathname && to.hash) return;
    const inside = to.pathname.slice(base.pathname.length);
    if (inside !== "" && !/^(inspect|s\/[^/]+)$/.test(inside)) return;
    e.preventDefault();
    go(to);
  });
}
