/**
 * The one place that writes rows into the page. It takes operations made by the core and applies each to the element it
 * names; nothing else is touched. An element that stays is changed in place, so focus, selection, scroll positions, opened
 * details and decoded images outlive an update. It knows no transcript and no application.
 *
 * @typedef {[verb: "add"|"set"|"del"|"off"|"on", key: string, parent: string, html: string]} Op
 * @typedef {{ createHTML(html: string): any }} Policy  a Trusted Types policy, or its stand-in
 */

const PART = "data-ak-part", SLOT = "data-ak-slot", OFF = "data-ak-off", CHUNK = 100;

/**
 * Takes over an empty host element. `apply` returns after the document is changed; an operation whose target is not there
 * is passed over, since a later one has replaced what it stood in.
 *
 * @param {Element} host
 * @param {Policy} policy
 */
export function patcher(host, policy) {
  /** @type {Map<string, Element>} */
  let parts = new Map();
  /** @type {Map<string, Element>} */
  let slots = new Map();
  const template = host.ownerDocument.createElement("template");

  /**
   * Makes the elements of some operations. All at once is several times faster than one by one, and gives the same, unless
   * one of them would not stay inside its own root.
   * @param {Op[]} ops
   * @returns {(Element | null)[]}
   */
  function parse(ops) {
    const made = elements(template, policy, ops.map((op) => op[3]).join(""));
    if (ops.length === 1) return [made[0] ?? null];
    if (made.length === ops.length && made.every((el, i) => el.getAttribute(PART) === ops[i][1])) return made;
    return ops.flatMap((op) => parse([op]));
  }

  /** Runs f for el and each element inside that carries the attribute. @param {Element} el @param {string} attr @param {(e: Element, key: string) => void} f */
  function each(el, attr, f) {
    const own = el.getAttribute(attr);
    if (own !== null) f(el, own);
    for (const e of el.querySelectorAll(`[${attr}]`)) f(e, e.getAttribute(attr) ?? "");
  }
  /** @param {Element} el */
  function enter(el) {
    each(el, PART, (e, key) => parts.set(key, e));
    each(el, SLOT, (e, key) => slots.set(key, e));
  }
  /** @param {Element} el */
  function leave(el) {
    each(el, PART, (e, key) => { if (parts.get(key) === e) parts.delete(key); });
    each(el, SLOT, (e, key) => { if (slots.get(key) === e) slots.delete(key); });
  }

  /** Where the next part without a parent goes: sections of a hundred, which the browser lays out only when they are near. */
  function tail() {
    const last = host.lastElementChild;
    if (last && last.childElementCount < CHUNK) return last;
    const section = host.ownerDocument.createElement("div");
    section.className = "ak-chunk";
    host.append(section);
    return section;
  }

  /** @param {Op} op @param {Element | null} el */
  function run([verb, key, parent], el) {
    const old = parts.get(key);
    if (verb === "add" && el) {
      const slot = parent === "" ? tail() : slots.get(parent);
      if (slot) slot.append(el), enter(el);
    } else if (verb === "set" && old && el) {
      leave(old);
      enter(held(old, el));
    } else if ((verb === "off" || verb === "on") && old) {
      old.toggleAttribute(OFF, verb === "off");
    } else if (verb === "del" && old) {
      const chunk = old.parentElement;
      leave(old);
      old.remove();
      if (chunk?.parentElement === host && chunk.childElementCount === 0) chunk.remove();
    }
  }

  return {
    /** @param {readonly Op[]} ops */
    apply(ops) {
      const drawn = ops.filter(draws), made = drawn.length ? parse(drawn) : [];
      let i = 0;
      for (const op of ops) run(op, draws(op) ? made[i++] : null);
    },
    clear() {
      host.replaceChildren();
      parts = new Map();
      slots = new Map();
    },
    /** The element of a part. @param {string} key */
    part: (key) => parts.get(key),
  };
}

/**
 * The elements of some markup of the core, in no document yet.
 * @param {HTMLTemplateElement} template
 * @param {Policy} policy
 * @param {string} html
 */
export function elements(template, policy, html) {
  template.innerHTML = policy.createHTML(html);
  const made = [...template.content.children];
  template.replaceChildren();
  return made;
}

/** Whether an operation brings an element. @param {Op} op */
const draws = (op) => op[0] === "add" || op[0] === "set";

/**
 * Morphs, and gives the focus back to the control that had it when the update put another element in its place.
 *
 * @param {Element} old
 * @param {Element} fresh
 */
function held(old, fresh) {
  const at = old.ownerDocument.activeElement, action = at && old.contains(at) ? at.getAttribute("data-ak-action") : null;
  const now = morph(old, fresh);
  if (action !== null && !now.contains(at)) {
    const again = now.querySelector(`[data-ak-action="${CSS.escape(action)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
  return now;
}

/**
 * Makes `old` look like `fresh` with as few changes as it can, and returns the element that is now in the document. What
 * belongs to the reader stays: an opened <details>, what is typed into a field.
 *
 * @param {Element} old
 * @param {Element} fresh
 * @returns {Element}
 */
export function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return fresh;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !theirs(old, name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value && !theirs(old, name)) old.setAttribute(name, value);
  const a = [...old.childNodes], b = [...fresh.childNodes];
  let start = 0, end = 0;
  while (start < a.length && start < b.length && a[start].isEqualNode(b[start])) start++;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end].isEqualNode(b[b.length - 1 - end])) end++;
  const from = a.slice(start, a.length - end), to = b.slice(start, b.length - end), before = a[a.length - end] ?? null;
  for (let i = 0; i < to.length; i++) {
    const x = from[i], y = to[i];
    if (!x) old.insertBefore(y, before);
    else if (x.nodeType === 1 && y.nodeType === 1 && part(x) === part(y)) morph(/** @type {Element} */ (x), /** @type {Element} */ (y));
    else if (x.nodeType === 3 && y.nodeType === 3) x.nodeValue = y.nodeValue;
    else x.replaceWith(y);
  }
  for (const x of from.slice(to.length)) x.remove();
  return old;
}

/** Whether the reader, not the core, decides on an attribute. @param {Element} el @param {string} name */
function theirs(el, name) {
  return name === "open" && el.nodeName === "DETAILS" || name === "value" && el.nodeName === "INPUT" && el.ownerDocument.activeElement === el;
}

/** @param {Node} n */
const part = (n) => /** @type {Element} */ (n).getAttribute(PART);
