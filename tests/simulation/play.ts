/** A studio's calls: bets, wins and rollbacks in likely and unlikely order, some of them repeated. */
import type { VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { PartnerCtx } from '#server/kernel/http/bind.ts'
import { studioBet } from '#server/play/games/studio-bet.ts'
import { studioRollback } from '#server/play/games/studio-rollback.ts'
import { studioWin } from '#server/play/games/studio-win.ts'
import { InvariantViolation } from './invariant-violation.ts'
import type { Random } from './random.ts'
import { studioSlug, tokenOf } from './studio.ts'
import { currencies, type Round, type SimPlayer, type World } from './world.ts'

/** A bonus can be played on the first game, not on the second; free spins are for the third. */
const games = ['neon-run', 'dice', 'lantern-harbor'] as const
const spinAmount = 20
/** The number of open rounds is limited, because rounds must end for a bonus to end. */
const mostRounds = 3

type Call = { verb: 'bet' | 'win' | 'rollback'; input: Record<string, unknown> & { transactionId: string } }

/** Sends a call, and later repeats the identical call if no response came or a copy was sent. */
async function ask(world: World, player: SimPlayer, { verb, input }: Call): Promise<string> {
  const ctx = { ...world.as(player), partner: { rawBody: Buffer.alloc(0), header: () => undefined } } as PartnerCtx
  const call = async () => {
    if (verb === 'bet') return studioBet(ctx, input as VerbInput<typeof contract.studioBet>)
    return verb === 'win'
      ? studioWin(ctx, input as VerbInput<typeof contract.studioWin>)
      : studioRollback(ctx, input as VerbInput<typeof contract.studioRollback>)
  }
  const once = async (): Promise<string> => {
    const answer = await call()
    if (!answer.ok) {
      if (world.answered.has(input.transactionId))
        throw new InvariantViolation(
          `${verb} ${input.transactionId} was answered before and is refused now: ${answer.refusal}`,
        )
      return `${verb} ${answer.refusal}`
    }
    const before = world.answered.get(input.transactionId)
    if (before !== undefined && (before !== answer.value.balance || !answer.value.isReplay))
      throw new InvariantViolation(
        `${verb} ${input.transactionId} was answered with ${before} and is now with ${answer.value.balance}`,
      )
    world.answered.set(input.transactionId, answer.value.balance)
    return `${verb} ${answer.value.balance}`
  }
  try {
    return await once()
  } catch (error) {
    world.again.push(once)
    throw error
  }
}

export async function bet(world: World, player: SimPlayer, random: Random): Promise<string> {
  const isMore = player.rounds.length >= mostRounds || (player.rounds.length > 0 && random.chance(0.2))
  const round = isMore ? random.pick(player.rounds) : openRound(player, random)
  const amount =
    round.game === games[2] && random.chance(0.7) ? spinAmount : 1 + random.int(random.chance(0.3) ? 20_00 : 6_00)
  const transactionId = random.uuid()
  round.bets.push(transactionId)
  const answer = await ask(world, player, { verb: 'bet', input: { ...common(player, round), transactionId, amount } })
  if (random.chance(0.05))
    world.again.push(() =>
      ask(world, player, { verb: 'bet', input: { ...common(player, round), transactionId, amount } }),
    )
  return answer
}

export async function win(world: World, player: SimPlayer, random: Random): Promise<string> {
  if (player.rounds.length === 0) return 'no round'
  const round = random.pick(player.rounds)
  const amount = random.chance(0.5) ? 0 : 1 + random.int(40_00)
  const isRoundFinished = random.chance(0.9)
  const transactionId = random.uuid()
  if (isRoundFinished) player.rounds.splice(player.rounds.indexOf(round), 1)
  return ask(world, player, {
    verb: 'win',
    input: { ...common(player, round), transactionId, amount, isRoundFinished },
  })
}

/** Rolls back a bet that was placed, one that is still to come, or one that was already rolled back. */
export async function undo(world: World, player: SimPlayer, random: Random): Promise<string> {
  const isEarly = player.rounds.length === 0 || random.chance(0.2)
  const round = isEarly ? openRound(player, random) : random.pick(player.rounds)
  const betTransactionId = isEarly || round.bets.length === 0 ? random.uuid() : random.pick(round.bets)
  const answer = await ask(world, player, {
    verb: 'rollback',
    input: { ...common(player, round), transactionId: random.uuid(), betTransactionId },
  })
  if (!isEarly) return answer
  const late = await ask(world, player, {
    verb: 'bet',
    input: { ...common(player, round), transactionId: betTransactionId, amount: 1_00 },
  })
  if (!/bet (betRolledBack|roundClosed)/.test(late))
    throw new InvariantViolation(`a bet whose rollback came first (${answer}) was answered with: ${late}`)
  return `early ${answer}`
}

function openRound(player: SimPlayer, random: Random): Round {
  const round: Round = {
    id: random.uuid(),
    game: random.pick(games),
    currency: random.chance(0.8) ? currencies[0] : currencies[1],
    bets: [],
  }
  player.rounds.push(round)
  if (player.rounds.length > mostRounds + 3) player.rounds.shift()
  return round
}

function common(player: SimPlayer, { id, game, currency }: Round) {
  return { studio: studioSlug, token: tokenOf(player, game, currency), currency, gameId: game, roundId: id }
}
