/** The text and button of a message in the player's language; null if what it is about is over. */
import type { Selectable } from 'kysely'
import type { MessageTarget } from '#contract/message-links.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { TextDeps, Tx } from '../../deps.ts'
import { readGrant } from '../../bonuses/index.ts'
import { readRunning, readToClaim } from '../../rewards/index.ts'
import { limitWords } from '../../protection/index.ts'
import type { NoticeKind } from './consumers.ts'
import { readTerms } from './limit-terms.ts'

export type Written = {
  title: string
  description: string
  button: { label: string | undefined; target: MessageTarget }
}
type Row = Selectable<Tables['rewards.notices']>
type Found = { words: string; values: Record<string, string>; target: MessageTarget }
type Words = {
  messages: Record<string, { title: string; description: string; button: string }>
}

export async function write(tx: Tx, deps: TextDeps, row: Row, locale: string): Promise<Written | null> {
  const words = deps.content.read(locale, 'notices') as Words
  const found = await find(tx, deps, row, locale)
  if (!found) return null
  const { title, description, button } = words.messages[found.words]!
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => found.values[name] ?? whole)
  return { title: fill(title), description: fill(description), button: { label: button, target: found.target } }
}

async function find(tx: Tx, deps: TextDeps, row: Row, locale: string): Promise<Found | null> {
  switch (row.kind as NoticeKind) {
    case 'bonus-granted':
      return ofGrant(tx, row, locale, 'Granted')
    case 'bonus-expiring':
      return ofGrant(tx, row, locale, 'Expiring')
    case 'quest-completed': {
      const quest = await readToClaim(tx, row.subject, locale)
      return (
        quest && {
          words: 'questCompleted',
          values: quest,
          target: { kind: 'call', call: 'claim-quest', id: row.subject },
        }
      )
    }
    case 'tournament-started': {
      const run = await readRunning(tx, row.subject, locale)
      const target = { kind: 'page', path: `/tournaments/${row.subject}` } as const
      return run && { words: 'tournamentStarted', values: run, target }
    }
    case 'limit-set':
      return ofLimit(deps, row, locale, 'limitSet')
    case 'limit-removed':
      return ofLimit(deps, row, locale, 'limitRemoved')
  }
}

const atBonuses: MessageTarget = { kind: 'page', path: '/profile/bonuses' }

/** A bonus that was chosen with a deposit and is active needs no message: the player has just started it. */
async function ofGrant(tx: Tx, { subject }: Row, locale: string, what: 'Granted' | 'Expiring'): Promise<Found | null> {
  const grant = await readGrant(tx, subject, locale)
  if (!grant || grant.isOver || (what === 'Granted' && grant.isFromDeposit && grant.isActive)) return null
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(grant.expiresAt)
  const subjectOf = grant.spins === null ? 'bonus' : 'spins'
  return {
    words: `${subjectOf}${what}`,
    values: { name: grant.name, count: String(grant.spins ?? ''), date: at },
    target: atBonuses,
  }
}

function ofLimit(deps: TextDeps, { terms }: Row, locale: string, words: string): Found | null {
  const values = limitWords(deps, locale, readTerms(terms)!)
  return values && { words, values, target: { kind: 'page', path: '/profile/limits' } }
}
