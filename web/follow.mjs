/**
 * Keeps the end of a growing page in view for a reader who is there, and leaves everyone else where they are.
 *
 * @param {Element} content  what grows
 * @param {Element} scroller
 */
export function follow(content, scroller) {
  const NEAR = 48;
  let pinned = false;
  const atEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR;
  const toEnd = () => { if (pinned) scroller.scrollTop = scroller.scrollHeight; };
  const look = () => { pinned = scroller.scrollHeight > scroller.clientHeight && atEnd(); };
  const target = scroller === scroller.ownerDocument.scrollingElement ? scroller.ownerDocument : scroller;
  target.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(toEnd);
  sizes.observe(content);
  return {
    /** Says that what comes next belongs to the reader's own doing: opening a row must not scroll it away. */
    release() { pinned = false; },
    stop() {
      target.removeEventListener("scroll", look);
      sizes.disconnect();
    },
  };
}
