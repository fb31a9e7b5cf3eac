/** Whom a campaign would reach now, and how its texts look; nothing is stored or sent. */
import { pathOf } from '#contract/message-links.ts'
import type { TextDeps } from '../deps.ts'
import { previewMail, previewText } from '../messaging/index.ts'
import { isExcluded } from '../protection/index.ts'
import { readPlayers } from '../identity/index.ts'
import { locales } from '../kernel/locales.ts'
import { type CampaignDefinition, type Channel, wordsFor } from './campaign.ts'
import { nextOfSegment } from './internal/audience.ts'
import { mayReceive } from './internal/may-receive.ts'
import { mailOf } from './internal/mail.ts'
import { smsOf } from './internal/sms.ts'

export type Reach = {
  /** Players in the segment. */
  players: number
  /** By channel: `now`, `later`, or why they would be skipped; how many. */
  channels: Array<{ channel: Channel; results: Map<string, number> }>
  /** By locale of players: how many, and the locale of the text that they would read. */
  locales: Array<{ locale: string; players: number; reads: string | null }>
}

const batch = 200

export async function countReach(deps: TextDeps, definition: CampaignDefinition, endsAt: Date): Promise<Reach> {
  const results = definition.channels.map((channel) => ({ channel, results: new Map<string, number>() }))
  const byLocale = new Map<string, number>()
  const add = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)
  let players = 0
  for (let after: string | null = null; ;) {
    const { playerIds, reached } = await nextOfSegment(deps.db.kysely, definition.segment, { after, size: batch })
    for (const player of await readPlayers(deps.db.kysely, playerIds)) {
      players++
      add(byLocale, player.locale)
      const known = { player, isExcluded: await isExcluded(deps, player.id), campaignId: null, endsAt }
      for (const { channel, results: counts } of results) {
        const verdict = await mayReceive(deps.db.kysely, deps, definition, { ...known, channel })
        if (verdict === 'send') add(counts, wordsFor(definition, player.locale) ? 'now' : 'noWords')
        else add(counts, 'skip' in verdict ? verdict.skip : 'later')
      }
    }
    if (reached === null) break
    after = reached
  }
  const readers = locales
    .map(({ code }) => code as string)
    .map((locale) => ({
      locale,
      players: byLocale.get(locale) ?? 0,
      reads: wordsFor(definition, locale)?.locale ?? null,
    }))
  return { players, channels: results, locales: readers }
}

/** The texts in each locale that has one, as lines for an operator. */
export async function renderSample(deps: TextDeps, definition: CampaignDefinition): Promise<string[]> {
  const lines: string[] = []
  for (const [locale, words] of Object.entries(definition.words)) {
    lines.push(`--- ${locale}`, words.title, words.text)
    if (definition.target && words.button) lines.push(`[${words.button}] ${pathOf(definition.target)}`)
    if (definition.channels.includes('sms'))
      lines.push(
        `--- ${locale}, sms:`,
        previewText(deps, locale, smsOf(deps, definition, { words, player: samplePlayer })),
      )
    if (!definition.channels.includes('mail')) continue
    const { subject, text } = await previewMail(deps, locale, mailOf(deps, definition, { words, player: samplePlayer }))
    lines.push(`--- ${locale}, mail: ${subject}`, text)
  }
  return lines
}

/** Nobody's: its link to unsubscribe has no effect. */
const samplePlayer = { id: '00000000-0000-4000-8000-000000000000', locale: 'en' }
