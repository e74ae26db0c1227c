/** Where a view goes: a root in the host's element, with text in it before anything is asked for. */

/** A root in an element, in place of what is there. @param {Element} element @param {string} [text]  shown until there is more */
export function place(element, text = "") {
  const root = element.ownerDocument.createElement("div");
  root.className = "ak-root";
  if (text) write(root, text);
  element.replaceChildren(root);
  return root;
}

/**
 * Text in a root, in the boxes that the core puts round plain text, so that nothing moves when it draws just that.
 * @param {Element} root
 * @param {string} text
 */
export function write(root, text) {
  /** @param {string} name @param {string} of @param {...(string | Node)} inside */
  const make = (name, of, ...inside) => {
    const el = root.ownerDocument.createElement(name);
    el.className = of;
    el.append(...inside);
    return el;
  };
  root.append(make("article", "ak-card", make("header", "ak-head", make("span", "ak-title", "\u00a0")), make("div", "ak-body", make("div", "ak-text", make("pre", "ak-pre", text)))));
}
