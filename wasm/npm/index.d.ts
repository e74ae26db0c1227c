/** The tool results of agents, validated and drawn by one Go core. */
import type { Artifact, Display, Envelope, Result, ToolResultEvent } from "./protocol.js";

export type { Artifact, Display, Envelope, Result, ToolResultEvent };

/** JSON text, JSON text in UTF-8, or a value that goes through JSON.stringify once. A plain text is passed as `{ value: "…" }`. */
export type Input = string | Uint8Array | ArrayBuffer | object | null | number | boolean;

/** Why something is not what it claimed to be. `deadline` and `unavailable` are the package's own codes; the rest are the protocol's. */
export interface Reason { code: string; path: string; message: string }

/** A view's state: a small JSON object that the host keeps and hands back. `{}` is the first view. */
export type State = { [key: string]: unknown };

export interface Fallback { url: string | URL; token?: string }

export interface InitOptions {
  /** Address of kit.wasm; without it, the one beside the package's module. */
  wasmURL?: string | URL;
  /** Address of kit-import.wasm, which is fetched when the first transcript is read. */
  importURL?: string | URL;
  /** Workers, so that a call can be ended: true, false, or the address of worker.mjs. */
  worker?: boolean | string | URL;
  /** Milliseconds after which a call is ended and answered with escaped text. */
  deadline?: number;
  /** A server's /v1/render, or a function, asked where WebAssembly does not run. */
  fallback?: string | URL | Fallback | ((input: string | Uint8Array, options?: RenderOptions) => Promise<Rendered>);
  /** Hashes as in the attribute of that name; integrity.json of the package has them. */
  integrity?: string | { kit: string; import?: string };
}

export interface RenderOptions {
  state?: State;
  locale?: string;
  /** Colour code. */
  highlight?: boolean;
  /** Prefix of every id in the markup. */
  scope?: string;
  /** `auto`, or the name of a format. */
  from?: string;
  /** Draw no controls. */
  static?: boolean;
  /** `text` shows display.html as text instead of rebuilding it from an allow-list. */
  html?: "text" | "";
  /** What readers do not get: it is absent from the markup, and extract does not give it out. A name that is none withholds everything. */
  withhold?: ("links" | "copies" | "downloads" | "json")[];
  /** `click` lets a reader load pictures from elsewhere one by one. */
  remoteImages?: "click" | "";
}

export interface Inspected { artifact: Artifact | null; value: string; reason: Reason | null; from: string | null }
export interface Adapted { event: ToolResultEvent | null; result: Result | null; notes: Reason[]; from: string | null }
export interface Rendered { html: string; text: string; kind: string; status: string; reason: Reason | null; from: string | null }
export interface Extracted { mime: string; name: string; text?: string; b64?: string }

/** What a tool says about a result. */
export interface ResultSpec {
  value: string;
  kind?: string;
  payload?: object;
  title?: string;
  icon?: string;
  status?: string;
  markdown?: string;
  display?: object;
}

export interface InspectOptions { versions?: number | number[] | "any" | string; from?: string }
export interface FromOptions { from?: string }
export type CallName = "inspect" | "adapt" | "render" | "value" | "page" | "result";

/** The calls on this thread, for input of up to 64 KiB; more is a RangeError. */
export interface Sync {
  inspect(input: Input, options?: InspectOptions): Inspected;
  value(input: Input, options?: { default?: string }): string;
  adapt(input: Input, options?: FromOptions): Adapted;
  render(input: Input, options?: RenderOptions): Rendered;
  result(spec: ResultSpec): Result;
  json(call: CallName, input: Input, options?: object | string): string;
}

/** A result that is decoded once. */
export interface Doc {
  render(state?: State): Promise<Rendered>;
  update(state: State, action: string): Promise<State>;
  extract(what: string, state?: State): Promise<Extracted | null>;
  close(): Promise<void>;
}

export interface Mounted {
  readonly root: Element;
  /** Settles when the view is drawn. */
  readonly ready: Promise<unknown>;
  readonly state: State;
  /** Shows another result, in a state if one is given. */
  update(input: Input, state?: State): Promise<unknown>;
  destroy(): void;
}

export interface MountedTranscript {
  readonly root: Element;
  /** Takes envelopes, events, results and messages of any format that is read, or lists of them; settles when they are drawn. */
  append(what: Input): Promise<void>;
  end(): Promise<void>;
  destroy(): void;
}

/** A host's own view of a tool's results or of a kind: an artifact to draw in place, an element (in `mount` only), or nothing. */
export interface Renderer {
  tool?: string;
  kind?: string;
  render(adapted: Adapted): object | Element | null | undefined | Promise<object | Element | null | undefined>;
}

export interface ConnectOptions {
  token?: string;
  /** Cursor to go on behind; null reads from the beginning. */
  after?: string | null;
  signal?: AbortSignal;
  onStanding?(standing: { state: string; until?: number; code?: string; why?: string }): void;
}

export interface Kit {
  /** Why there is less than there should be, with the directive that the page's policy lacks; null when all is well. */
  readonly trouble: { message: string; directive: string | null } | null;
  /** Whether the core answers here. */
  readonly running: boolean;
  readonly sync: Sync;
  inspect(input: Input, options?: InspectOptions): Promise<Inspected>;
  value(input: Input, options?: { default?: string }): Promise<string>;
  adapt(input: Input, options?: FromOptions): Promise<Adapted>;
  render(input: Input, options?: RenderOptions): Promise<Rendered>;
  /** Makes a result for those who write tools; a mistake in it is a TypeError. */
  result(spec: ResultSpec): Promise<Result>;
  open(input: Input, options?: RenderOptions): Promise<Doc>;
  /** The answer as text, byte for byte the command line's. The options may be JSON text, too. */
  json(call: CallName | "import" | "inspection", input: Input, options?: object | string): Promise<string>;
  /** The envelopes of a transcript as they come, from a file or a stream of any size; at the end a reason, or null. */
  importTranscript(file: Blob | ReadableStream<Uint8Array> | Input, options?: FromOptions): AsyncGenerator<Envelope, Reason | null>;
  /** The envelopes of a session on a server, at /v1/sessions/NAME. It throws where the server refuses. */
  connect(url: string | URL, options?: ConnectOptions): AsyncGenerator<Envelope & { cursor?: string }, void>;
  mount(element: Element, input: Input, options?: RenderOptions): Mounted;
  mountTranscript(element: Element, options?: RenderOptions): MountedTranscript;
  /** Returns what takes it away again. */
  registerRenderer(renderer: Renderer): () => void;
  close(): void;
}

/** Gets the core ready. It rejects only for a mistake in the options; see `trouble` for the rest. */
export function init(options?: InitOptions): Promise<Kit>;

/** Defines `<vitrine-artifact>` and `<vitrine-transcript>`; `/elements` has the same without a promise. */
export function defineElements(kit: import("./elements.js").KitSource): Promise<void>;
