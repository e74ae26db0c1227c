/**
 * A title that changes while one looks on changes softly: the old words fade as the new ones come. Counts beside it do not.
 */
const MS = 200;

/**
 * @param {{ part(key: string): Element | undefined }} patch
 * @returns {(ops: readonly import("./patch.mjs").Op[]) => () => void}  takes what is about to change; what it returns is called behind it
 */
export function fader(patch) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  return (ops) => {
    /** @type {[key: string, before: string][]} */
    const before = [];
    if (!calm.matches) for (const [verb, key] of ops) {
      const title = verb === "set" && /^[hgr]\d/.test(key) ? titleOf(patch.part(key)) : null;
      if (title) before.push([key, words(title)]);
    }
    return () => {
      for (const [key, was] of before) {
        const title = titleOf(patch.part(key));
        if (!title || !was || words(title) === was) continue;
        title.setAttribute("data-ak-was", was);
        setTimeout(() => title.removeAttribute("data-ak-was"), MS + 50);
      }
    };
  };
}

/** @param {Element | undefined} el */
const titleOf = (el) => el?.querySelector(".ak-t") ?? null;

/** The words of a title without the counts among them. @param {Element} title */
function words(title) {
  let text = "";
  for (const n of title.childNodes) if (!(n instanceof Element && n.matches(".ak-n, .ak-sr"))) text += n.textContent;
  return text.trim();
}
