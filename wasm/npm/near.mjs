/**
 * A view that waits. Its root stands in the document with text in it, or with what a server drew; the core is asked for when the root
 * comes near what is seen, and the view takes the root over then.
 */
import { write } from "./place.mjs";
import { plain, portable } from "./soft.mjs";
import { json } from "./text.mjs";
import { tell } from "./touch.mjs";

/** How far from what is seen a view begins to be made: a screen before it, so that it is there when it is reached. */
const NEAR = "100%";

/**
 * Whoever has a kit, will have one, or makes one when it is wanted for the first time.
 * @typedef {import("./elements.d.ts").KitSource} Source
 * @typedef {import("./kit.mjs").Kit} Kit
 */

/** @type {WeakMap<Function, Promise<Kit>>} */
const asked = new WeakMap();

/** The kit of a source; a function is called once, whoever asks. @param {any} source @returns {Promise<Kit>} */
function kitOf(source) {
  if (typeof source !== "function") return Promise.resolve(source);
  let kit = asked.get(source);
  if (!kit) {
    kit = new Promise((done) => { done(source()); });
    kit.catch(() => asked.delete(source)); // whoever asks next may have more luck
    asked.set(source, kit);
  }
  return kit;
}

/**
 * Calls when an element comes near what is seen, or at once where that cannot be known.
 * @param {Element} element
 * @param {() => void} then
 * @returns {() => void} no longer
 */
function near(element, then) {
  if (typeof IntersectionObserver !== "function") {
    then();
    return () => {};
  }
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((e) => e.isIntersecting)) return;
    watch.disconnect();
    then();
  }, { rootMargin: NEAR });
  watch.observe(element);
  return () => watch.disconnect();
}

/**
 * Makes a view in a root when it is near. The root stays its owner's, with what is in it; after the end nothing is drawn any more.
 * @template {{ destroy(): void }} View
 * @param {HTMLElement} root
 * @param {Source} source
 * @param {(kit: Kit) => Promise<View>} make
 * @returns {{ view: Promise<View | null>, end(): void }} the view, null if the end came before it
 */
export function whenNear(root, source, make) {
  let gone = false, leave = () => {};
  /** @type {Promise<View | null>} */
  const view = new Promise((/** @type {(v?: unknown) => void} */ come) => {
    const stop = near(root, () => come());
    leave = () => { stop(); come(); };
  }).then(async () => {
    if (gone) return null;
    try {
      const made = await make(await kitOf(source));
      if (!gone) return made;
      made.destroy();
    } catch (e) {
      if (!gone) tell(root, "vitrine-error", { message: String(/** @type {Error} */ (e)?.message ?? e), directive: null });
    }
    return null;
  });
  return {
    view,
    end() {
      gone = true;
      leave();
      void view.then((v) => v?.destroy());
    },
  };
}

/**
 * One result in a root, which has something in it already.
 * @param {HTMLElement} root
 * @param {Source} source
 * @param {unknown} input
 * @param {any} [options]
 */
export function artifact(root, source, input, options) {
  let now = input, made = false;
  const { view, end } = whenNear(root, source, async (kit) => {
    const { mount } = await import("./mount.mjs");
    made = true;
    return mount(kit, root, now, options);
  });
  return {
    get ready() { return view.then((v) => v?.ready).then(() => {}); },
    /** Shows another result in the place of the one before. @param {unknown} input */
    async update(input) {
      now = input;
      if (!made) return text(root, [input]);
      await (await view)?.update(input);
    },
    async state() { return (await view)?.state ?? {}; },
    end,
  };
}

/**
 * A transcript in a root. What is appended before it is near stands there as text, the first of it, if nothing else does, and is drawn then.
 * @param {HTMLElement} root
 * @param {Source} source
 * @param {any} [options]
 */
export function transcript(root, source, options) {
  let told = root.childElementCount > 0;
  const { view, end } = whenNear(root, source, async (kit) => {
    const { Transcript } = await import("./transcript.mjs");
    told = true;
    return new Transcript(kit, root, options);
  });
  return {
    view,
    /** @param {unknown} what */
    async append(what) {
      if (!told && root.childElementCount < FIRST) text(root, Array.isArray(what) ? what.slice(0, FIRST) : [what], false);
      await (await view)?.append(what);
    },
    end,
  };
}

/** How many results of a transcript that is not drawn yet stand there as text. */
const FIRST = 50;

/** Puts the texts of results into a root. @param {Element} root @param {unknown[]} inputs @param {boolean} [anew]  in place of what is there */
export function text(root, inputs, anew = true) {
  if (anew) root.replaceChildren();
  for (const input of inputs) {
    const words = anew ? portable(json(input)) : plain(json(input));
    if (words) write(root, words);
  }
}
