/** A page written beforehand. */
export interface RenderedPage {
  readonly title: string
  readonly html: string
  /** The part of the site that it belongs to, whose files `preloads.json` names. */
  readonly part: string
}
