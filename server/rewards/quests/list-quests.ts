/** Quests that can be started, and those that the player started last. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { QuestState, type listQuests as contract } from '#contract/quests.ts'
import type { PlayerCtx } from '../../deps.ts'
import { readPromised } from '../promised.ts'
import { readKnownActive } from '../../kernel/definitions/definitions.ts'
import { baseCurrency } from '../../reference/index.ts'
import { readActiveCurrency } from '../../wallet/index.ts'
import { isOpenTo, readPerson } from './internal/is-open-to.ts'
import { nothingYet, type Past, presentQuest, readAcceptedOf, readPasts } from './internal/present.ts'
import { questKind } from './quest-kind.ts'

/** Order of the list: what is going on, what can be started, what is over. */
const order: readonly number[] = [QuestState.active, QuestState.completed, QuestState.available]

export async function listQuests(
  ctx: PlayerCtx,
  { state, currency }: VerbInput<typeof contract>,
): Promise<Result<ReplyOf<typeof contract>>> {
  const { kysely: db } = ctx.db
  const { id: playerId } = ctx.caller.player
  const [definitions, pasts, own, promised] = await Promise.all([
    readKnownActive(db, questKind),
    readPasts(db, playerId),
    readActiveCurrency(db, playerId),
    readPromised(db),
  ])
  const requested = currency !== undefined && ctx.reference.isOffered(currency) ? currency : null
  const view = {
    locale: ctx.caller.locale,
    currency: requested ?? own ?? baseCurrency,
    rates: ctx.reference.rates(),
    now: ctx.clock.now(),
    promised,
  }
  const person = await readPerson(db, playerId, own ?? baseCurrency)
  const active = new Map(definitions.map((each) => [each.identity, each]))
  const identities = new Set([...active.keys(), ...[...pasts].filter(([, past]) => isShown(past)).map(([id]) => id)])
  const started = [...pasts.values()].flatMap(({ latest }) => latest ?? [])
  const acceptedOf = await readAcceptedOf(db, started)
  const quests = [...identities].map((identity) => {
    const past = pasts.get(identity) ?? nothingYet
    const accepted = past.latest && acceptedOf(past.latest)
    const offered = active.get(identity)
    const isOpen = offered !== undefined && isOpenTo(offered.data, person)
    if (!isOpen && !isShown(past)) return null
    return presentQuest({ active: isOpen ? offered : undefined, accepted, past }, view)
  })
  const states = new Set(state)
  const place = (each: number): number => (order.includes(each) ? order.indexOf(each) : order.length)
  return ok(
    quests
      .filter((quest) => quest !== null)
      .filter(
        (quest) =>
          states.size === 0 || states.has(quest.state) || (quest.canActivate && states.has(QuestState.available)),
      )
      .toSorted((a, b) => place(a.state) - place(b.state)),
  )
}

/** Also after its definition has ended: what is held continues, and an earned reward can be claimed. */
function isShown({ latest }: Past): boolean {
  return latest?.state === QuestState.active || latest?.reward_state === 'earned'
}
