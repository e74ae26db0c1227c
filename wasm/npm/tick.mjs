/**
 * Counts on what the core, which has no clock, can only begin: how long a call has been running. It stops by itself when nothing runs.
 * @param {Element} host
 * @returns {() => void} begins, for rows that have just come
 */
export function ticker(host) {
  /** @type {any} */ let timer;
  const draw = () => {
    const running = host.isConnected ? host.querySelectorAll("[data-ak-since]") : [];
    for (const el of running) {
      const text = words(Math.floor((Date.now() - Date.parse(el.getAttribute("data-ak-since") ?? "")) / 1000));
      if (el.textContent !== text) el.textContent = text;
    }
    timer = running.length > 0 ? setTimeout(draw, 1_000) : undefined;
  };
  return () => { timer ??= setTimeout(draw, 200); };
}

/** In units that every language writes alike; the first second says nothing, as most calls are over by then. @param {number} s */
const words = (s) => s >= 3600 ? `${Math.floor(s / 3600)} h ${Math.floor(s / 60) % 60} min` : s >= 60 ? `${Math.floor(s / 60)} min ${s % 60} s` : s >= 1 ? `${s} s` : "";
