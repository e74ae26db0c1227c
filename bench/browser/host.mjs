/** A place in the page of the size of a reading pane. */
export function host() {
  const el = document.createElement("div");
  el.className = "host";
  document.body.append(el);
  return el;
}
