/** Concurrent operations on the ledger give the same answers and results as some sequential order of them. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { sampled, test } from '#tests/setup/length.ts'
import type { Subunits } from '#contract/money.ts'
import { endWager, startWager } from '#server/ledger/wager.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { createLedger, type Ledger, type Movement, type PostResult } from '#server/ledger/ledger.ts'
import { bank, bonus, bonusTerms, cash, games, held, movement, openWallet, play, transfer } from './wallets.ts'
import { Model, type ModelResult, percents } from './model.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase({ poolSize: 4 })
})
afterAll(() => db.close())

/** There are few players, rounds and keys, which causes many conflicts. */
type Step = {
  what: string
  player: number
  round: number
  key: number
  betKey: number
  amount: number
  isFinished: boolean
  isFresh: boolean
}
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(
    'deposit',
    'grant',
    'hold',
    'return',
    'bet',
    'bet',
    'split bet',
    'win',
    'win of a bet',
    'rollback',
    'nothing',
    'chain',
    'round',
    'round',
  ),
  player: fc.integer({ min: 0, max: 2 }),
  round: fc.integer({ min: 0, max: 3 }),
  key: fc.integer({ min: 0, max: 30 }),
  betKey: fc.integer({ min: 0, max: 30 }),
  amount: fc.integer({ min: 1, max: 60 }),
  isFinished: fc.boolean(),
  isFresh: fc.boolean(),
})

let runs = 0
/**
 * Returns one movement, or a bet with the win of its round. The win has a new key, so that it cannot be answered as a
 * repetition after a refused bet.
 */
function movementsOf(step: Step, index: number, players: string[], run: number): Movement[] {
  const first = movementOf(step.what === 'round' ? { ...step, what: 'bet' } : step, index, players, run)
  if (step.what !== 'round') return [first]
  const { id: roundId, playerId: player } = first.round!
  const { isFinished, amount } = step
  return [first, play({ kind: 'win', player, roundId, amount: amount % 7, key: `${run} win ${index}`, isFinished })]
}

function movementOf(step: Step, index: number, players: string[], run: number): Movement {
  const player = players[step.player] ?? '00000000-0000-4000-8000-000000000000'
  const { amount, isFinished } = step
  const key = step.isFresh ? `${run} ${step.player} fresh ${index}` : `${run} ${step.player} ${step.key}`
  const betKey = `${run} ${step.player} ${step.betKey}`
  const roundId = `${run} ${step.player} ${step.round}`
  const simple = (kind: string, transfers: Movement['transfers']) =>
    movement({ kind, actor: 'studio:house', idempotencyKey: key, requestHash: `${kind} ${amount}`, transfers })
  switch (step.what) {
    case 'deposit':
      return { ...simple('deposit', [transfer(bank, cash(player), amount)]), turnover: BigInt(amount) as Subunits }
    case 'grant':
      return simple('grant', [transfer('house:bonus-expense:EUR', bonus(player), amount)])
    case 'hold':
      return simple('withdrawal-hold', [transfer(cash(player), held(player), amount)])
    case 'return':
      return simple('withdrawal-returned', [transfer(held(player), cash(player), amount)])
    case 'chain':
      return simple('chain', [
        transfer(bank, cash(player), amount),
        transfer(cash(player), bonus(player), amount),
        transfer(bonus(player), games, 2 * amount),
      ])
    case 'split bet':
      return {
        ...play({ kind: 'bet', player, roundId, key, hash: `split ${amount}` }),
        transfers: [transfer(cash(player), games, amount), transfer(bonus(player), games, 1)],
      }
    case 'win of a bet':
      return play({ kind: 'win', player, roundId, amount, key, betKey, isFinished })
    case 'rollback':
      return play({ kind: 'rollback', player, roundId, amount: amount * 9, key, betKey })
    case 'nothing':
      return play({ kind: 'win', player, roundId, amount: 0, key, isFinished })
    default: {
      const plain = play({
        kind: step.what as 'bet' | 'win',
        player,
        roundId,
        amount,
        key,
        isFinished: step.what === 'win' && isFinished,
      })
      return { ...plain, round: { ...plain.round!, gameKind: Object.keys(percents)[amount % 3]! } }
    }
  }
}

function resultOf(result: PostResult): ModelResult {
  if (!result.ok) return result.refusal
  const { balances, isReplay } = result.value
  return { isReplay, after: balances! }
}

/** Starts a bonus in the player's wallet, or ends the active one after its money is removed. */
async function startOrEndBonus(ledger: Ledger, model: Model, player: string): Promise<void> {
  const counts = model.counts.get(player)!
  const isRunning = counts.bonusId !== null
  const bonusId = counts.bonusId ?? (await bonusTerms(db, player, percents))
  const left = model.wallets.get(player)!.bonus
  if (isRunning && left > 0n) {
    const drain = movement({
      kind: 'bonus-cancelled',
      transfers: [transfer(bonus(player), 'house:bonus-expense:EUR', left)],
    })
    expect(resultOf(await ledger.post(drain))).toEqual(model.post(drain))
  }
  const wager = { playerId: player, currency: 'EUR', bonusId }
  const isDone = await db.transaction((tx) =>
    isRunning ? endWager(tx, wager) : startWager(tx, { ...wager, total: 500n as Subunits, maxBet: 70n as Subunits }),
  )
  expect(isDone).toBe(true)
  model.counts.set(player, {
    ...counts,
    bonusId: isRunning ? null : bonusId,
    wagerPlaced: 0n,
    maxBet: isRunning ? null : 70n,
  })
}

/** A win after a refused bet is refused as well. */
function modelAnswers(model: Model, [first, win]: Movement[]): ModelResult[] {
  const answer = model.post(first!)
  if (!win) return [answer]
  if (typeof answer !== 'string') return [answer, model.post(win)]
  return [answer, answer === 'accountNotFound' ? answer : 'betNotFound']
}

async function compare(ledger: Ledger, steps: Step[], howMany: number): Promise<void> {
  const run = ++runs
  const players = [await openWallet(db), await openWallet(db)]
  const model = new Model()
  for (const player of players) {
    model.wallets.set(player, { cash: 0n, bonus: 0n, held: 0n })
    model.counts.set(player, { turnoverTotal: 0n, turnoverPlaced: 0n, bonusId: null, wagerPlaced: 0n, maxBet: null })
  }
  const movements = steps.map((step, index) => movementsOf(step, index, players, run))
  for (let at = 0; at < movements.length; at += howMany) {
    const together = movements.slice(at, at + howMany)
    const { key, player } = steps[at]!
    if (key % 4 === 0 && players[player]) await startOrEndBonus(ledger, model, players[player])
    const results = await Promise.all(
      together.map(([first, win]) => (win ? ledger.postRound(first!, win) : ledger.post(first!).then((one) => [one]))),
    )
    expect(results.map((answers) => answers.map(resultOf))).toEqual(together.map((each) => modelAnswers(model, each)))
  }
  for (const [player, balances] of model.wallets) {
    expect({
      cash: await ledger.balance(cash(player)),
      bonus: await ledger.balance(bonus(player)),
      held: await ledger.balance(held(player)),
    }).toEqual(balances)
  }
  const counts = await db.kysely
    .selectFrom('wallet.accounts')
    .where('player_id', 'in', players)
    .select([
      'player_id',
      'turnover_total as turnoverTotal',
      'turnover_placed as turnoverPlaced',
      'bonus_id as bonusId',
      'wager_placed as wagerPlaced',
      'max_bet as maxBet',
    ])
    .execute()
  expect(new Map(counts.map(({ player_id, ...rest }) => [player_id, rest]))).toEqual(model.counts)
  const rounds = await db.kysely
    .selectFrom('games.rounds')
    .select([
      'id',
      'player_id as player',
      'stake',
      'won',
      'bets',
      'status',
      'bonus_stake as bonusStake',
      'bonus_id as bonusId',
      'forfeited',
    ])
    .where('id', 'like', `${run} %`)
    .execute()
  expect(new Map(rounds.map(({ id, ...round }) => [id, round]))).toEqual(model.rounds)
}

// Shows: invariant 8
test.each(sampled([7, 1, 60], 2))(
  '%i movements at once: every answer, balance and round equals that of a sequence',
  async (howMany) => {
    const ledger = createLedger({ db, maxBatch: 16 })
    // An account is looked up at its first use, before its movement joins the queue, so later movements could overtake
    // it.
    const player = await openWallet(db)
    for (const from of [bank, games, 'house:bonus-expense:EUR'])
      await ledger.post(movement({ kind: 'gift', transfers: [transfer(from, cash(player), 1)] }))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (steps) =>
        compare(ledger, steps, howMany),
      ),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 60) },
    )
    await ledger.close()
    expect(await findBreaches(db.pool)).toEqual([])
  },
  600_000,
)
