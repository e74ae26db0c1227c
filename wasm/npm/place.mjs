/** Where a view goes: a root in the host's element, with text in it before anything is asked for. */

/** A root in an element, in place of what is there. @param {Element} element @param {string} [text]  shown until there is more */
export function place(element, text = "") {
  const doc = element.ownerDocument, root = doc.createElement("div");
  root.className = "ak-root";
  if (text) {
    const pre = doc.createElement("pre");
    pre.className = "ak-pre";
    pre.textContent = text;
    root.append(pre);
  }
  element.replaceChildren(root);
  return root;
}
