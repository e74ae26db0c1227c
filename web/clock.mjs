/**
 * Counts on what the core, which has no clock, can only begin: how long a call has been running. The first second says
 * nothing, as most calls are over by then.
 */
import { word } from "./words.mjs";

/**
 * @param {Element} host
 * @returns {() => void} draws soon, for rows that have just come
 */
export function clock(host) {
  let timer = 0, soon = 0;
  const draw = () => {
    soon = 0;
    const running = host.querySelectorAll("[data-ak-since]");
    for (const el of running) {
      const s = Math.floor((Date.now() - Date.parse(el.getAttribute("data-ak-since") ?? "")) / 1000);
      const text = s >= 1 ? words(s) : "";
      if (el.textContent !== text) el.textContent = text;
    }
    if (!running.length) clearInterval(timer), timer = 0;
    else timer ||= setInterval(draw, 1_000);
  };
  return () => { soon ||= setTimeout(draw, SOON); };
}

const SOON = 200;

/** @param {number} s */
const words = (s) => s < 60 ? word("time_s", s) : s < 3600 ? word("time_min", Math.floor(s / 60), s % 60) : word("time_h", Math.floor(s / 3600), Math.floor(s / 60) % 60);
