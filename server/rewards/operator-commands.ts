/** `npm run operator -- rewards …`: grants, revokes and costs of every kind of reward. */
import { z } from 'zod'
import { numberOf, reasonOf } from '../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../kernel/operator-commands.ts'
import { costOfOffers } from '../bonuses/index.ts'
import { costOfFreeBets } from '../sports/index.ts'
import { namedPlayer } from '../identity/index.ts'
import { formatAmount } from '../reference/index.ts'
import { grantByOperator, longestTitle } from './grant-by-operator.ts'
import { listRewardsOf } from './list-rewards-of.ts'
import { noteRead } from './note-read.ts'
import { readGrantable } from './read-grantable.ts'
import type { EarnedReward } from './reward.ts'
import { revokeReward } from './revoke-reward.ts'

const withheld =
  'Nothing was granted: the player is excluded or receives no bonuses, the account is limited or closed, or the offer is not available.'
const refusals = {
  reasonMissing: 'Enter a reason: it is recorded.',
  nothingToRevoke:
    'Nothing open has this id: no bonus, free spins, unused free bet or due cash. Cash that was paid stays, and so does a bet that was placed.',
}

export const operatorCommands: OperatorCommands = {
  grant: {
    usage: 'grant <player> cash|offer|free-bet|points <what> [<currency>] [--again=<id>] <reason …>',
    about:
      'Grants cash (12.50 EUR), an offer for rewards (reward-spins-10 EUR), a free bet (free-bet-5 EUR) or points (250); the player reads the reason',
    run: (context, words) => grant(context, words),
  },
  revoke: {
    usage: 'revoke <id> <reason …>',
    about: 'Ends an open bonus, free spins or an unused free bet, or voids cash that is due; the player is notified',
    async run(context, [id = '', ...reason]) {
      if (!z.uuid().safeParse(id).success) throw new CommandError('Enter the id of the bonus or reward: see player.')
      const revoked = await revokeReward(context, { id, reason: reasonOf(reason) })
      if (!revoked.ok) throw new CommandError(revoked.message ?? refusals[revoked.refusal])
      context.print(`Revoked; player ${revoked.value.playerId} is notified.`)
    },
  },
  player: {
    usage: 'player <player>',
    about: 'Lists the last rewards, bonuses, free spins and free bets of a player, with their ids',
    run: (context, [player]) => listOf(context, player),
  },
  cost: {
    usage: 'cost [<offer>|<free bet>]',
    about: 'Counts players, grants, outcomes and cost of every offer and free bet, and of rewards by source',
    run: (context, [offer]) => printCost(context, offer ?? null),
  },
}

async function grant(context: OperatorContext, [player, kind = '', ...words]: string[]): Promise<void> {
  const named = await namedPlayer(context, player)
  const { reward, rest } = await readReward(context, kind, words)
  await grantNamed(context, { player: named, reward, words: rest })
}

/** Grants it for the reason in `words`, or once more with `--again=<id>` before it, and prints what was granted to whom. */
export async function grantNamed(
  context: OperatorContext,
  { player, reward, words }: { player: { id: string; email: string | null }; reward: EarnedReward; words: string[] },
): Promise<void> {
  const after = words[0]?.startsWith('--again') ? words[0].slice('--again='.length) : null
  const reason = reasonOf(after === null ? words : words.slice(1), 'the player reads it')
  if (reason.length > longestTitle)
    throw new CommandError(`A reason that a player reads has at most ${longestTitle} characters.`)
  const granted = await grantByOperator(context, { playerId: player.id, reward, reason, after })
  const what = `${textOf(reward)} to ${player.email ?? player.id}`
  if (!granted.ok) throw new CommandError(granted.message ?? 'This currency is switched off: grant it in another one.')
  if (granted.value === 'void') context.print(withheld)
  else if (granted.value === 'paid') context.print(`Granted ${what}.`)
  else context.print(`Granted ${what}: it is paid when the exclusion or restriction of the player is over.`)
}

function textOf(reward: EarnedReward): string {
  if (reward.kind === 'points') return `${reward.points} points`
  if (reward.kind === 'cash') return formatAmount(reward.amount, reward.currency, 'en')
  return `${reward.kind === 'offer' ? reward.bonusId : reward.freeBetId} in ${reward.currency}`
}

const kinds = { cash: 'cash', offer: 'offer', 'free-bet': 'freeBet' } as const
const missing = {
  cash: 'Enter an amount and its currency, such as 12.50 EUR.',
  offer: 'Enter an offer for rewards and a currency: see offers list.',
  'free-bet': 'Enter a free bet and a currency: see freebets list.',
}
const faults = {
  cash: 'Enter an amount in its currency, such as 12.50, with no more decimals than it has.',
  offer: 'No such offer for rewards is active: see offers list.',
  'free-bet': 'No such free bet is active: see freebets list.',
}

async function readReward(
  { db }: OperatorContext,
  kind: string,
  [what = '', ...words]: string[],
): Promise<{ reward: EarnedReward; rest: string[] }> {
  if (kind === 'points') return { reward: { kind, points: pointsOf(what) }, rest: words }
  if (!Object.hasOwn(kinds, kind)) throw new CommandError('Enter cash, offer, free-bet or points.')
  const name = kind as keyof typeof kinds
  if (!what) throw new CommandError(missing[name])
  const [currency = '', ...rest] = words
  const read = await readGrantable(
    db.kysely,
    name === 'cash' ? { kind: name, currency, amount: what } : { kind: kinds[name], currency, id: what },
  )
  if (!read.ok) throw new CommandError(read.message ?? faults[name])
  return { reward: read.value, rest }
}

export function pointsOf(text: string): number {
  const points = z.number().int().min(1).max(10_000_000).safeParse(numberOf(text))
  if (!points.success) throw new CommandError('Enter the number of points: 1 to 10000000.')
  return points.data
}

const shown = 20

async function listOf(context: OperatorContext, player: string | undefined): Promise<void> {
  const { id: playerId } = await namedPlayer(context, player)
  await noteRead(context, playerId, 'rewards')
  const rows = await listRewardsOf(context.db.kysely, { playerId, now: context.clock.now(), limit: shown })
  if (rows.length === 0) context.print('No rewards yet.')
  for (const { at, id, line } of rows) context.print(`${at.toISOString().slice(0, 16)}  ${id}  ${line}`)
}

async function printCost({ db, clock, print }: OperatorContext, offer: string | null): Promise<void> {
  const money = (amount: bigint, currency: string): string => formatAmount(amount, currency, 'en')
  const offers = await costOfOffers(db.kysely, offer)
  for (const each of offers) {
    const ends = (['open', 'completed', 'cancelled', 'expired', 'lost'] as const).map((name) => `${name} ${each[name]}`)
    const worth = `${money(each.amount, each.currency)}${each.kind === 'bonus' ? `, became cash ${money(each.converted, each.currency)}` : ' staked'}`
    print(
      `${each.offer} version ${each.version}  ${each.kind}  ${each.players} players, granted ${each.granted}: ${ends.join(', ')}  ${worth}`,
    )
  }
  const freeBets = await costOfFreeBets(db.kysely, { definition: offer, now: clock.now() })
  for (const each of freeBets)
    print(
      `${each.definition} version ${each.version}  free bets  ${each.players} players, granted ${each.granted}: used ${each.used}, expired ${each.expired}  paid ${money(each.paid, each.currency)}`,
    )
  if (offer !== null) {
    if (offers.length + freeBets.length === 0) print('Nobody has received this offer.')
    return
  }
  const { rows } = await db.pool.query<{
    source: string
    players: number
    line: string
    currency: string | null
    amount: string | null
  }>(
    `SELECT source, currency, count(DISTINCT player_id)::int AS players, sum(amount)::text AS amount, concat_ws(' ', reward, offer_id, status, count(*) || 'x') AS line
     FROM rewards.grants GROUP BY source, reward, offer_id, currency, status ORDER BY source, reward, offer_id, currency, status`,
  )
  for (const { source, players, line, currency, amount } of rows)
    print(
      `${source}  ${line}  ${players} players${amount === null ? '' : `  ${currency ? money(BigInt(amount), currency) : `${amount} points`}`}`,
    )
}
