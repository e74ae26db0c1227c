import type { Input, Kit, RenderOptions, State } from "./index.js";

/** A kit, one to come, or who makes it when the first element comes near what is seen; it is asked once. */
export type KitSource = Kit | Promise<Kit> | (() => Kit | Promise<Kit>);

/** `<vitrine-artifact value="…">`: one result. Attributes: value, locale, scope, from, html, highlight, static. */
export interface VitrineArtifact extends HTMLElement {
  /** The result; a value that is no text goes past the attribute. */
  value: Input | undefined;
  options: RenderOptions;
  /** Settles when the view is drawn. */
  readonly ready: Promise<void>;
  state(): Promise<State>;
  /** Another result in the place of this one. */
  append(value: Input): Promise<void>;
}

/** `<vitrine-transcript src="…">`: many events, appended or from a session of a server or a file. Attributes: src, locale, scope, from, html, highlight, static. */
export interface VitrineTranscript extends HTMLElement {
  /** What was appended; a list that is set takes its place. */
  get value(): unknown[];
  set value(all: Input[] | undefined);
  options: RenderOptions;
  /** For a session of a server. */
  token: string;
  append(what: Input): Promise<void>;
}

export interface ActionDetail { action: string; state?: State; part?: string; value?: string }
export interface LinkDetail { href: string }
export interface ErrorDetail { message: string; directive: string | null }

declare global {
  interface HTMLElementTagNameMap {
    "vitrine-artifact": VitrineArtifact;
    "vitrine-transcript": VitrineTranscript;
  }
  interface HTMLElementEventMap {
    "vitrine-action": CustomEvent<ActionDetail>;
    "vitrine-link": CustomEvent<LinkDetail>;
    "vitrine-error": CustomEvent<ErrorDetail>;
  }
}

/** Defines both elements, once. Where there are none, as on a server, it does nothing. */
export function defineElements(kit: KitSource): void;
