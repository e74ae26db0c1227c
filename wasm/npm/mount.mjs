/** One result in an element of the host, with its controls. */
import { listen } from "../../web/listen.mjs";
import { morph } from "../../web/patch.mjs";
import { hand, links, made, tell } from "./touch.mjs";

/**
 * Draws and listens in a root, which stays the caller's. What stands there already is changed into what is drawn, so markup that a
 * server made of the same result is not touched.
 * @param {import("./kit.mjs").Kit} kit
 * @param {HTMLElement} root
 * @param {unknown} input
 * @param {any} [options]
 */
export function mount(kit, root, input, options = {}) {
  let state = options.state ?? {}, turn = 0, gone = false;
  /** @type {any} */ let doc = null;
  /** @type {Promise<unknown>} */ let ready;

  /** @param {unknown} input */
  async function open(input) {
    const mine = ++turn, drawn = await kit.drawn(input, options);
    const next = drawn.element ? null : await kit.open(input, drawn.options);
    if (gone || mine !== turn) return void next?.close();
    doc?.close();
    doc = next;
    if (drawn.element) return root.replaceChildren(drawn.element);
    await draw(mine);
  }
  /** @param {number} mine */
  async function draw(mine) {
    const view = await doc.render(state);
    if (gone || mine !== turn) return;
    const card = made(root.ownerDocument, view.html), old = root.firstElementChild;
    if (card && old?.localName === card.localName) morph(old, card);
    else root.replaceChildren(...card ? [card] : []);
    if (kit.trouble) tell(root, "vitrine-error", kit.trouble);
  }
  /** @param {import("../../web/listen.mjs").Act} act */
  async function act({ action, value, control }) {
    const mine = turn, full = control.matches("input, select") ? `${action}:${value}` : action;
    if (!doc || !tell(root, "vitrine-action", { action: full, state })) return;
    const [verb, what = ""] = action.split(/:(.*)/s);
    if (verb === "copy" || verb === "download") return hand(await doc.extract(what, state), action, control);
    state = await doc.update(state, full);
    await draw(mine);
  }
  const failed = (/** @type {any} */ e) => void tell(root, "vitrine-error", kit.trouble ?? { message: String(e?.message ?? e), directive: null });
  const stop = listen(root, (a) => void act(a).catch(failed));
  const unlink = links(root);
  ready = open(input).catch(failed);
  return {
    get ready() { return ready; },
    get state() { return state; },
    /** @param {unknown} input @param {object} [next] */
    update(input, next) {
      if (next) state = next;
      return ready = open(input).catch(failed);
    },
    destroy() {
      gone = true;
      stop();
      unlink();
      doc?.close();
    },
  };
}
