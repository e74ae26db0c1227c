"use client";
/**
 * React components over the same views as the elements, for React 18 and 19. What a component renders is only ever rendered once: a root
 * with text, or with what a server drew; the view owns what is in the root from then on.
 */
import { createElement, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { artifact, transcript } from "./near.mjs";
import { plain, portable } from "./soft.mjs";
import { json } from "./text.mjs";

const FIRST = 50;
const never = () => () => {};

/** The boxes that the core puts round plain text. @param {string} text @param {number} [key] */
const card = (text, key) => createElement("article", { className: "ak-card", key },
  createElement("header", { className: "ak-head" }, createElement("span", { className: "ak-title" }, "\u00a0")),
  createElement("div", { className: "ak-body" }, createElement("div", { className: "ak-text" }, createElement("pre", { className: "ak-pre" }, text))));

/**
 * The one root of a component, made at its first rendering and never again: React passes over an element that is the same.
 * @param {any} ref
 * @param {() => any} inside  children, or the markup of a server
 * @param {string | undefined} html
 */
function useRoot(ref, inside, html) {
  const served = useSyncExternalStore(never, () => false, () => true); // on a server, and while its page is taken over
  const [root] = useState(() => createElement("div", {
    ref, className: "ak-root", suppressHydrationWarning: true,
    ...served && html !== undefined ? { dangerouslySetInnerHTML: { __html: html } } : { children: inside() },
  }));
  return root;
}

/** Tells the host's functions of the events. @param {any} ref @param {any} props */
function useEvents(ref, props) {
  const now = useRef(props);
  useEffect(() => { now.current = props; });
  useEffect(() => {
    const root = ref.current, stop = new AbortController();
    for (const [type, name] of [["vitrine-action", "onAction"], ["vitrine-link", "onLink"], ["vitrine-error", "onError"]]) {
      root.addEventListener(type, (/** @type {Event} */ e) => now.current[name]?.(e), { signal: stop.signal });
    }
    return () => stop.abort();
  }, [ref]);
}

/** A list of dependencies for options that are made anew at each rendering. @param {object} [options] */
const key = (options) => JSON.stringify(options ?? {});

/** One result. @param {any} props */
export function Artifact({ kit, value, options, drawn, className, ...on }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null)), view = useRef(/** @type {any} */ (null));
  const root = useRoot(ref, () => card(portable(json(value))), drawn?.html), choices = key(options), text = json(value);
  useEvents(ref, on);
  useEffect(() => {
    const made = view.current = { ...artifact(/** @type {HTMLElement} */ (ref.current), kit, value, options), text };
    return () => { made.end(); view.current = null; };
  }, [kit, choices]); // another value is told to the view that is there
  useEffect(() => {
    if (view.current.text === text) return;
    view.current.text = text;
    void view.current.update(value);
  }, [text]);
  return createElement("div", { className }, root);
}

/** Many events. What was there at the rendering before, and is the same object, is not appended again. @param {any} props */
export function Transcript({ kit, events = [], options, className, ...on }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null)), view = useRef(/** @type {any} */ (null));
  const root = useRoot(ref, () => events.slice(0, FIRST).map((/** @type {unknown} */ e, /** @type {number} */ i) => {
    const text = plain(json(e));
    return text ? card(text, i) : null;
  }), undefined), choices = key(options);
  useEvents(ref, on);
  useEffect(() => {
    const made = view.current = { ...transcript(/** @type {HTMLElement} */ (ref.current), kit, options), told: [] };
    return () => { made.end(); view.current = null; };
  }, [kit, choices]);
  useEffect(() => {
    const { told, append } = view.current, news = events.filter((/** @type {unknown} */ e, /** @type {number} */ i) => told[i] !== e);
    view.current.told = [...events];
    if (news.length > 0) void append(news);
  }, [kit, choices, events]);
  return createElement("div", { className }, root);
}
