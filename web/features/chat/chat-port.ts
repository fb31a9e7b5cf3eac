/** The chat's port: what a page does with the support chat, whichever it is. Each adapter follows the session itself. */
export type ChatPort = {
  /** Opens it; `opener` gets the focus back when it is closed. */
  open(opener: HTMLElement): Promise<void>
  /** For a browser that used it before: shows unread replies without opening it. */
  resume(): Promise<void>
}
