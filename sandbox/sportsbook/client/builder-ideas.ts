/**
 * The combinations that the page of a football match offers by name. They are chosen when the page opens and stay in
 * their places; only their prices change.
 */
import { builderCode, type Part } from '../builder.ts'
import type { BuilderPrice, WireEvent } from '../wire.ts'
import { Refused, type Server } from './server.ts'
import type { State } from './state.ts'

export type Idea = { parts: Part[]; price: BuilderPrice | null }
export type Ideas = { eventId: string; list: Idea[] }

/** The combined odds change with the match, not only when the feed reports a change. */
const everyMs = 4_000

type Parts = { state: State; server: Server; changed(): void }

export function createIdeas({ state, server, changed }: Parts): { read(): Promise<void>; stop(): void } {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | null = null

  async function read(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const { open } = state
    if (isStopped || open?.sport !== 'football') {
      state.ideas = null
      return
    }
    if (state.ideas?.eventId !== open.id) state.ideas = { eventId: open.id, list: ideasOf(open) }
    const ideas = state.ideas
    await Promise.all(ideas.list.map((idea) => readPrice(open.id, idea)))
    if (isStopped || state.ideas !== ideas) return
    changed()
    if (ideas.list.length > 0) timer = setTimeout(() => void read(), everyMs)
  }

  async function readPrice(eventId: string, idea: Idea): Promise<void> {
    try {
      idea.price = await server.builder(eventId, idea.parts)
    } catch (error) {
      // Without an answer the price stays unchanged; the page shows that the connection is lost.
      if (error instanceof Refused && error.status > 0) idea.price = null
    }
  }

  return {
    read,
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
  }
}

/** The favourite with goals, the favourite although both score, and goals of both. */
export function ideasOf({ markets }: Pick<WireEvent, 'markets'>): Idea[] {
  const priceOf = ({ market, outcome }: Part) =>
    Number(markets.find(({ id }) => id === market)?.odds[outcome] ?? Infinity)
  const lowest = (parts: Part[]) =>
    parts.filter((part) => priceOf(part) < Infinity).toSorted((one, two) => priceOf(one) - priceOf(two))[0]
  const favorite = lowest(['home', 'away'].map((outcome) => ({ market: 'result', outcome })))
  const overs = markets.filter(({ type }) => type === 'total').map(({ id }) => ({ market: id, outcome: 'over' }))
  const even = (part: Part) => Math.abs(priceOf(part) - 2)
  const over = overs.filter((part) => priceOf(part) < Infinity).toSorted((one, two) => even(one) - even(two))[0]
  const both = lowest([{ market: 'bothScore', outcome: 'yes' }])
  return [
    [favorite, over],
    [favorite, both],
    [both, over],
  ].flatMap((parts) => {
    const known = parts.filter((part) => part !== undefined)
    return known.length === parts.length ? [{ parts: known, price: null }] : []
  })
}

/** Whether the slip has exactly the selections of this combination of the match. */
export function isChosen({ picks }: State, eventId: string, { parts }: Idea): boolean {
  return builderCode(picks.filter((pick) => pick.eventId === eventId)) === builderCode(parts)
}
