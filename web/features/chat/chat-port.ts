/** The interface to the support chat, built-in or external. Each adapter handles changes of the session itself. */
export type ChatPort = {
  /** Opens the chat. `opener` gets the focus back when it is closed. */
  open(opener: HTMLElement): Promise<void>
  /** Shows unread replies without opening the chat, in a browser that has used it before. */
  resume(): Promise<void>
}
