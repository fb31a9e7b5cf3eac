/**
 * The schemas of mails and text messages: each template in `mails.json` and `texts.json`, and `frame` in `mails.json`.
 * Texts are ICU messages.
 */
import { z } from 'zod'

const text = z.string().min(1)

export const MailFile = z.object({
  subject: text,
  /** The preview text beside the subject in a list of mails. */
  preview: text,
  title: text,
  /** Paragraphs before the button. */
  body: z.array(text),
  /** The button's target is the value `link`. */
  button: text.optional(),
  /** Value name -> its label, displayed as a small table in this order. */
  facts: z.record(z.string(), text).optional(),
  /** Paragraphs after the button. */
  after: z.array(text).optional(),
  /** Why the recipient received this mail. */
  reason: text,
})
export type MailFile = z.infer<typeof MailFile>

/** The frame of every mail. */
export const MailFrame = z.object({
  brand: text,
  linkFallback: text,
  support: text,
  responsible: text,
  unknownCountry: text,
})
export type MailFrame = z.infer<typeof MailFrame>

export const TextFile = z.object({ text })
export type TextFile = z.infer<typeof TextFile>
