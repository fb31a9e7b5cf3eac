/**
 * The desk's texts, by key: common ones in `en.json`, those of an area in the `en.json` of its folder, whose keys begin
 * with the area. English is the first locale; another is a file beside each of these.
 */
import type { Money, Part } from '#contract/desk/common.ts'
import chat from './chat/en.json' with { type: 'json' }
import collections from './collections/en.json' with { type: 'json' }
import campaigns from './campaigns/en.json' with { type: 'json' }
import complaints from './complaints/en.json' with { type: 'json' }
import common from './en.json' with { type: 'json' }
import content from './content/en.json' with { type: 'json' }
import rates from './rates/en.json' with { type: 'json' }
import definitions from './definitions/en.json' with { type: 'json' }
import documents from './documents/en.json' with { type: 'json' }
import find from './find/en.json' with { type: 'json' }
import games from './games/en.json' with { type: 'json' }
import jackpots from './jackpots/en.json' with { type: 'json' }
import harm from './harm/en.json' with { type: 'json' }
import messages from './messages/en.json' with { type: 'json' }
import playerActs from './player-acts/en.json' with { type: 'json' }
import players from './players/en.json' with { type: 'json' }
import reports from './reports/en.json' with { type: 'json' }
import payments from './payments/en.json' with { type: 'json' }
import sports from './sports/en.json' with { type: 'json' }
import queue from './queue/en.json' with { type: 'json' }
import rewards from './rewards/en.json' with { type: 'json' }
import rounds from './rounds/en.json' with { type: 'json' }
import requests from './requests/en.json' with { type: 'json' }
import words from './words/en.json' with { type: 'json' }

const labels = {
  ...common,
  ...content,
  ...collections,
  ...campaigns,
  ...rates,
  ...chat,
  ...complaints,
  ...definitions,
  ...documents,
  ...find,
  ...players,
  ...games,
  ...harm,
  ...jackpots,
  ...messages,
  ...playerActs,
  ...reports,
  ...payments,
  ...queue,
  ...requests,
  ...rewards,
  ...rounds,
  ...sports,
  ...words,
}

export type Label = keyof typeof labels

/** `{name}` in the label is replaced by the value of that name. */
export function label(key: Label, values: Record<string, string | number> = {}): string {
  return labels[key].replaceAll(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
}

/** For a key that is made at run time, such as an area; the key itself where there is no label. */
export function labelOf(key: string, values: Record<string, string> = {}): string {
  return key in labels ? label(key as Label, values) : key
}

/** What a form calls this choice of a field, such as `error` of `cause`; the choice itself where no form has a label for it. */
export function choiceOf(field: string, choice: string): string {
  const key = Object.keys(labels).find((each) => each.endsWith(`.${field}.${choice}`))
  return key ? label(key as Label) : choice
}

/** A state, kind or method as the server names it; the name itself where there is no word for it. */
export const wordOf = (code: string): string => sayOf({ key: `word.${code}`, values: {} })

/** A line of parts that the server sent: values, money, and labels. Without its label, a part is the end of its key. */
export const lineOf = (parts: Part[]): string => parts.map(sayOf).filter(Boolean).join(' · ')

function sayOf(part: Part): string {
  if (typeof part === 'string') return part
  if ('amount' in part) return formatMoney(part)
  return part.key in labels ? label(part.key as Label, part.values) : part.key.split('.').at(-1)!
}

/** A name of the server's as words: `account_holder` is `Account holder`, `limits.daily` is `Limits: daily`. */
export function titleOf(name: string): string {
  const spaced = name
    .replaceAll('_', ' ')
    .replaceAll('.', ': ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** What operators and the site do to players and to the desk, as the audit log names it, with its label. */
export const actTitles = (): Array<{ action: string; title: string }> =>
  Object.entries(labels)
    .flatMap(([key, title]) => (key.startsWith('act.') ? [{ action: key.slice('act.'.length), title }] : []))
    .toSorted((one, other) => one.title.localeCompare(other.title))

/** An actor of the audit log: an operator's name, `player 9ea331f8`, `system: start`. */
export const actorOf = (actor: string): string =>
  actor
    .replace(/^operator:/, '')
    .replace(/^player:([^-]*).*/, 'player $1')
    .replace(/^(system|partner):/, '$1: ')

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
/** In the operator's time zone, on one line wherever it is. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso)).replaceAll(/\s/g, '\u00A0')

/** From a moment, or from one to another; empty for what has no beginning yet. */
export function formatTerm(startsAt: string | null, endsAt: string | null): string {
  if (startsAt === null) return ''
  const start = formatMoment(startsAt)
  return endsAt === null ? label('termFrom', { start }) : label('termBetween', { start, end: formatMoment(endsAt) })
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** How long ago it was, in its largest whole unit, such as `3 days`. */
export function formatAge(iso: string, now = Date.now()): string {
  return formatDuration(Math.max(0, now - Date.parse(iso)))
}

/** In its largest whole unit. */
export function formatDuration(ms: number): string {
  const [unit, length] = units.find(([, each]) => ms >= each) ?? units[3]
  return new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(ms / length))
}

/** A measured value to two decimal places, or a count. */
export const formatNumber = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: 2 })

/** All decimal places, because an operator compares amounts: `1,234.50 EUR`. */
export function formatMoney({ amount, currency }: Money): string {
  return `${formatAmount(amount)}\u00A0${currency}`
}

/** The same without a currency, for a column of one: `1,234.50`. */
export function formatAmount(amount: string): string {
  const places = amount.split('.')[1]?.length ?? 0
  const number = new Intl.NumberFormat('en-GB', { minimumFractionDigits: places, maximumFractionDigits: places })
  return number.format(amount as Intl.StringNumericLiteral)
}
