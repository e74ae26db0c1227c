/**
 * The menu of a row: opened at its button, led through with the arrows, closed by Escape, a choice or a click elsewhere. The frame draws
 * it and has its words; this leads the focus.
 */
const ITEM = "[role=menuitem]";

/**
 * @param {(part: string, what: string) => void} choose
 */
export function menu(choose) {
  let part = "";
  /** @type {HTMLElement | null} */ let from = null;
  const box = () => /** @type {HTMLElement | null} */ (document.querySelector(".app-menu"));
  /** @param {HTMLElement} m */
  const items = (m) => /** @type {HTMLElement[]} */ ([...m.querySelectorAll(ITEM)]).filter((i) => !i.hidden);

  document.addEventListener("keydown", (e) => {
    const m = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest(".app-menu")) : null;
    if (!m) return;
    const all = items(m), at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    } else if (e.key === "Tab") {
      e.preventDefault();
      close();
    } else if (e.key.length === 1 && /\S/.test(e.key)) {
      const letter = e.key.toLowerCase();
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      rest.find((i) => (i.textContent ?? "").toLowerCase().split(" ").some((w) => w.startsWith(letter)))?.focus();
    }
  });
  document.addEventListener("click", (e) => {
    const item = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest(`.app-menu ${ITEM}`)) : null;
    if (!item) return;
    const what = item.dataset.do ?? "", of = part;
    close();
    choose(of, what);
  });
  document.addEventListener("toggle", (e) => {
    if (e.target !== box() || /** @type {ToggleEvent} */ (e).newState !== "closed") return;
    from?.setAttribute("aria-expanded", "false");
  }, true);

  function close() {
    box()?.hidePopover();
    from?.focus();
  }

  return {
    /** Opens it at a button, with what there is for its call. @param {string} of @param {HTMLElement} button @param {Set<string>} has */
    open(of, button, has) {
      const m = box();
      if (!m) return;
      [part, from] = [of, button];
      for (const i of /** @type {NodeListOf<HTMLElement>} */ (m.querySelectorAll(ITEM))) i.hidden = !has.has(i.dataset.do ?? "");
      m.showPopover();
      button.setAttribute("aria-expanded", "true");
      const at = button.getBoundingClientRect(), size = m.getBoundingClientRect(), rtl = getComputedStyle(m).direction === "rtl";
      const x = rtl ? at.left : at.right - size.width, y = at.bottom + 4 + size.height > innerHeight ? at.top - 4 - size.height : at.bottom + 4;
      m.style.setProperty("left", `${Math.max(8, Math.min(x, innerWidth - size.width - 8))}px`);
      m.style.setProperty("top", `${Math.max(8, Math.min(y, innerHeight - size.height - 8))}px`);
      items(m)[0]?.focus();
    },
  };
}
