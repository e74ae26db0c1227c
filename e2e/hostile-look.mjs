/** Two functions that run in the page: what it is before anything hostile comes, and what is wrong with it afterwards. */

/** Runs before the page's own scripts. */
export function remember() {
  globalThis.before = { own: new Set(Object.getOwnPropertyNames(globalThis)), proto: Object.fromEntries([Object, Array, String, Function, Element, Node].map((c) => [c.name, Object.getOwnPropertyNames(c.prototype).length])) };
}

/** Everything found that a page must not have, as words. Whole by itself: it is sent to the page as text. */
export function look() {
  const faults = [], times = {}, fault = (what, el) => { // two of a kind tell enough
    if ((times[what] = (times[what] ?? 0) + 1) <= 2) faults.push(`${what}: ${el?.outerHTML ? el.outerHTML.slice(0, 300) : el ?? ""}`);
  };
  const host = document.querySelector("#transcript") ?? document.querySelector("main") ?? document.body, plain = !document.querySelector("#transcript");
  const before = globalThis.before;

  if ("canary" in globalThis) fault("a script ran", globalThis.canary);
  const known = /^(before|violations|canaryOk|Go|fs|path|process|__playwright.*|__pw.*|go.*|_.*|dom.*)$/;
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!before.own.has(name) && !known.test(name)) fault("a new global", name);
  for (const c of [Object, Array, String, Function, Element, Node]) if (Object.getOwnPropertyNames(c.prototype).length !== before.proto[c.name]) fault("a changed prototype", c.name);
  if ({}.polluted !== undefined || [].polluted !== undefined) fault("a polluted prototype");
  for (const name of ["canaryElement", "clobbered"]) if (name in globalThis) fault("a name from the data is a global", name);
  for (const name of ["body", "getElementById", "querySelector", "cookie", "location", "documentElement"]) if (typeof document[name] === "object" && document[name]?.closest?.("#transcript")) fault("document is clobbered", name);

  const tags = new Set("span p br hr h1 h2 h3 h4 h5 h6 b strong i em s del ins u sub sup code pre kbd samp var blockquote q cite ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td a img figure figcaption div details summary abbr time mark small ruby rt rp wbr bdi bdo article section header footer nav button input label svg use path".split(" "));
  const attrs = /^(class|maxlength|id|title|alt|href|src|target|rel|width|height|colspan|rowspan|scope|dir|lang|open|datetime|start|reversed|role|hidden|type|disabled|value|placeholder|for|tabindex|checked|aria-[a-z]+|data-ak-[a-z]+|autocomplete|spellcheck|viewBox|d|decoding|loading|translate)$/;
  const ids = new Set(), parts = new Set();
  for (const el of host.querySelectorAll("*")) {
    const tag = el.localName, own = (a) => el.getAttribute(a);
    if (!tags.has(tag)) fault("an element", el);
    for (const a of el.attributes) if (!attrs.test(a.name)) fault(`the attribute ${a.name}`, el);
    if (own("href") !== null && !/^(https?:\/\/|mailto:|#ak-)/i.test(own("href"))) fault("a link", el);
    if (/^https?:/i.test(own("href")) && (own("target") !== "_blank" || !/noopener/.test(own("rel")) || !/noreferrer/.test(own("rel")))) fault("a link that tells", el);
    if (own("src") !== null && !/^data:image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(own("src"))) fault("an address", el);
    if (el.id) {
      if (!el.id.startsWith("ak-")) fault("an id", el);
      if (ids.has(el.id)) fault("an id twice", el);
      ids.add(el.id);
    }
    for (const c of el.classList) if (!/^(ak-[a-z0-9-]+|app-early(-user)?)$/.test(c)) fault("a class", el);
    if (own("data-ak-part") !== null) {
      if (!/^[a-z]\d+(\.(s|\d+))?$/.test(own("data-ak-part")) || parts.has(own("data-ak-part"))) fault("a part", el);
      parts.add(own("data-ak-part"));
    }
    if (own("data-ak-action") !== null && !["button", "input", "select"].includes(tag) && !el.matches("div.ak-im.ak-opens:has(> img)")) fault("a control", el); // a picture opens like the button below it
    if (el.matches(":is(.ak-own, .ak-foot > .ak-prose) :is([data-ak-action], [data-ak-part], [data-ak-slot], [data-ak-since], input)")) fault("a spoofed part", el);
    const style = getComputedStyle(el);
    if (style.position === "fixed" || /url\((?!"?data:)/.test(style.backgroundImage) && !/127\.0\.0\.1/.test(style.backgroundImage)) fault("a style", el);
  }

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) fault(`the page is wider than its window: ${root.scrollWidth} > ${root.clientWidth}`, [...host.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > root.clientWidth + 1 && !e.closest(".ak-scroll")).at(-1));
  if (!plain) {
    const top = document.elementFromPoint(20, 10);
    if (!top?.closest(".app-frame")) fault("something covers the bar", top);
    const outside = [...document.querySelectorAll("body *")].filter((e) => !host.contains(e));
    for (const el of outside) {
      for (const a of el.attributes) if (!attrs.test(a.name) && !(a.name === "style" && el.matches(".app-menu")) && !/^(data-app-|data-do$|data-word$|popover(target)?$|max$|maxlength$|placeholder|onclick$)/.test(a.name)) fault(`outside, the attribute ${a.name}`, el);
      if (!/^(div|header|a|h1|h2|h3|span|button|main|p|ul|li|section|label|input|select|option|nav|progress|noscript|svg|path|bdi|time)$/.test(el.localName)) fault("outside, an element", el);
    }
    if (document.querySelectorAll("body > *").length > 5) fault("outside, something was added", document.body);
  }
  for (const el of document.querySelectorAll("body *")) {
    for (const t of el.childNodes) if (t.nodeType === 3) {
      if (/\[object Object\]|\bundefined\b|\[object Null\]/.test(t.data)) fault("a value that was not read", el);
      if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(t.data)) fault("a control character", el);
      if (/[\u202a-\u202e\u2066-\u2069]/.test(t.data) && !el.closest(".ak-prose, .ak-user, .ak-piece")) fault("a character that reorders", el);
    }
  }
  if (/[\u202a-\u202e\u2066-\u2069\u0000-\u001f]/.test(document.title)) fault("the title", document.title);
  const cards = [...host.querySelectorAll(".ak-card")], open = (e) => !e.closest("details:not([open]) > :not(summary)");
  const seen = (e) => e.textContent.trim() !== "" || e.querySelector("img, hr, .ak-i");
  for (const card of cards) {
    if (!seen(card.querySelector(".ak-title"))) fault("an empty title", card);
    for (const body of card.querySelectorAll(".ak-body")) if (open(body) && !seen(body)) fault("an empty body", body);
    if (!card.querySelector(".ak-body") && !card.matches("[data-ak-status=interrupted], [data-ak-status=running]")) fault("no body", card);
  }
  return { faults, cards: cards.length };
}
