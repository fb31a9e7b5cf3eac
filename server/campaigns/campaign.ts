/** A campaign as operators define it: purpose, channels, segment, and texts in each locale. */
import { z } from 'zod'
import { MessageTarget } from '#contract/message-links.ts'
import { CurrencyCode } from '#contract/money.ts'
import { defaultLocale, isLocale, locales } from '../kernel/locales.ts'

export const channels = ['site', 'mail', 'push', 'sms'] as const
export type Channel = (typeof channels)[number]

const Line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line')
const Words = z.strictObject({
  title: Line(100),
  /** Lines are separated by \n. */
  text: z.string().trim().min(1).max(2000),
  /** The label of the button, if there is a target. */
  button: Line(60).optional(),
  /** The whole text message; the link to unsubscribe is added to it. */
  sms: Line(300).optional(),
})
export type Words = z.output<typeof Words>

const Between = z
  .strictObject({
    after: z.iso.datetime({ offset: true }).optional(),
    before: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(
    ({ after, before }) => !after || !before || new Date(after) < new Date(before),
    'after must be earlier than before',
  )

/** Every condition that is given must be met; a list is met by any of its values. */
const Segment = z.strictObject({
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .min(1)
    .optional(),
  locales: z
    .array(z.string().refine((code): boolean => isLocale(code), 'no locale of the site'))
    .min(1)
    .optional(),
  /** Players with an account in one of them. */
  currencies: z.array(CurrencyCode).min(1).optional(),
  levels: z.strictObject({ from: z.int().min(1).default(1), to: z.int().min(1).optional() }).optional(),
  registered: Between.optional(),
  /** The newest round; players who have never played do not match. */
  lastPlayed: Between.optional(),
  hasDeposited: z.boolean().optional(),
  isVerified: z.boolean().optional(),
})
export type Segment = z.output<typeof Segment>

/** Pages that a service message may lead to. */
const servicePage = /^\/(profile|static|questions|contact)\b/

export const CampaignDefinition = z
  .strictObject({
    /** `service` is for what players must know (new terms, maintenance): it needs no consent, and offers nothing. */
    purpose: z.enum(['marketing', 'service']),
    channels: z.array(z.enum(channels)).min(1),
    segment: Segment,
    words: z
      .record(
        z.string().refine((code): boolean => isLocale(code), 'no locale of the site'),
        Words,
      )
      .refine((words) => Object.keys(words).length > 0, 'no locale has a text'),
    target: MessageTarget.optional(),
  })
  .superRefine(({ purpose, target, words, channels: chosen }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (new Set(chosen).size < chosen.length) refuse(['channels'], 'a channel is named twice')
    if (purpose === 'service' && target && !(target.kind === 'page' && servicePage.test(target.path)))
      refuse(['target'], 'a service message leads to the profile, help or a page of text only')
    for (const [locale, { button, sms }] of Object.entries(words)) {
      if ((button === undefined) !== (target === undefined))
        refuse(['words', locale, 'button'], 'a button and a target belong together')
      if ((sms === undefined) === chosen.includes('sms'))
        refuse(['words', locale, 'sms'], 'the channel sms and the text for it belong together')
    }
  })
export type CampaignDefinition = z.output<typeof CampaignDefinition>

/**
 * The text for a reader: in the reader's locale, else in another of the same language, else in the default locale.
 * Null if there is none.
 */
export function wordsFor(
  { words }: Pick<CampaignDefinition, 'words'>,
  locale: string,
): { locale: string; words: Words } | null {
  const language = (code: string) => code.split('-')[0]
  const written = locales.map(({ code }) => code).filter((code) => words[code])
  const chosen =
    written.find((code) => code === locale) ??
    written.find((code) => language(code) === language(locale)) ??
    written.find((code) => code === defaultLocale)
  return chosen ? { locale: chosen, words: words[chosen]! } : null
}

/** One line for an operator. */
export function describe({ purpose, channels: chosen, segment, words, target }: CampaignDefinition): string {
  const conditions = Object.entries(segment).map(([name, value]) => `${name} ${textOf(value)}`)
  return [
    `${purpose} by ${chosen.join(', ')}`,
    conditions.length > 0 ? `to ${conditions.join(', ')}` : 'to all players',
    `in ${Object.keys(words).join(', ')}`,
    ...(target ? [`leads to ${textOf(target)}`] : []),
  ].join('; ')
}

/** `DE, AT`; `kind page, path /profile` for an object. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name} ${textOf(part)}`)
    .join(', ')
}
