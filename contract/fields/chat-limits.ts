/** Limits of the support chat. The browser checks them before sending; the server's check is decisive. */
export const chatLimits = {
  maxLetters: 2000,
  /** Per message. */
  maxAttachments: 3,
  /** The number of messages in one response. */
  page: 50,
} as const
