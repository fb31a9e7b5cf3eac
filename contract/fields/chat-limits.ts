/** Limits of the support chat; the browser checks before sending, the server decides. */
export const chatLimits = {
  maxLetters: 2000,
  /** Per message. */
  maxAttachments: 3,
  /** Messages of one answer. */
  page: 50,
} as const
