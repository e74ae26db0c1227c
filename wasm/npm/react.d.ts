import type { ReactElement } from "react";
import type { ActionDetail, ErrorDetail, KitSource, LinkDetail } from "./elements.js";
import type { Input, Rendered, RenderOptions } from "./index.js";

export type { KitSource };

export interface ViewProps {
  /** Made outside of components: a kit that is another at each rendering is another view each time. */
  kit: KitSource;
  options?: RenderOptions;
  /** Of the element round the view. */
  className?: string;
  onAction?(event: CustomEvent<ActionDetail>): void;
  onLink?(event: CustomEvent<LinkDetail>): void;
  onError?(event: CustomEvent<ErrorDetail>): void;
}

export interface ArtifactProps extends ViewProps {
  value: Input;
  /** What `kit.render` gave for this value on the server: its markup is in the page, and taken over as it is. Nothing else may be passed. */
  drawn?: Rendered;
}

export interface TranscriptProps extends ViewProps {
  /** All events so far. Those that are the same objects at the same places as before are not appended again. */
  events?: readonly Input[];
}

/** One result: text in the first frame and on the server, the view when it is near what is seen. */
export function Artifact(props: ArtifactProps): ReactElement;
/** Many events. */
export function Transcript(props: TranscriptProps): ReactElement;
