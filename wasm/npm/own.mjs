/**
 * What the host's renderers make of a result: of its tool before its kind, in the order in which they came.
 * @param {import("./index.d.ts").Renderer[]} renderers
 * @param {any} adapted
 * @param {object} options
 * @returns {Promise<{ options: object, element?: Element }>} options for the core with the artifact that one gave, or its element
 */
export async function drawn(renderers, adapted, options) {
  const { name, artifact } = adapted.event ?? {};
  const fit = [...renderers.filter((r) => r.tool !== undefined && r.tool === name), ...renderers.filter((r) => r.kind !== undefined && r.kind === artifact?.kind)];
  for (const { render, tool, kind } of fit) {
    const made = await render(adapted);
    if (made && /** @type {any} */ (made).nodeType === 1) return { options, element: /** @type {Element} */ (made) };
    if (made) return { options: { ...options, drawn: tool === undefined ? { kind, artifact: made } : { tool, artifact: made } } };
  }
  return { options };
}
