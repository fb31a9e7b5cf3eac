/** What may be staked, won and rolled back in a round, and from which money. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bonus, cash, deposit, games, movement, openWallet, play, transfer } from '#tests/money/wallets.ts'
import { type OpenLedger, openLedger } from '#tests/money/open-ledger.ts'
import type { TestDatabase } from '#tests/setup/database.ts'
import type { Ledger } from './ledger.ts'

let fixture: OpenLedger
let db: TestDatabase
let ledger: Ledger
beforeAll(async () => {
  ;({ db, ledger } = fixture = await openLedger(0))
})
afterAll(() => fixture.close())
const funded = (amount: number) => fixture.funded(amount)
const withBonus: OpenLedger['withBonus'] = (...given) => fixture.withBonus(...given)
const refusal = (name: string) => expect.objectContaining({ ok: false, refusal: name })

test('a round stores its stake, winnings, bets and state', async () => {
  const player = await funded(100)
  const roundId = `r-${player}`
  await ledger.post(play({ kind: 'bet', player, roundId, amount: 30 }))
  await ledger.post(play({ kind: 'bet', player, roundId, amount: 20 }))
  await ledger.post(play({ kind: 'win', player, roundId, amount: 75, isFinished: true }))
  const round = await db.kysely
    .selectFrom('games.rounds')
    .selectAll()
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow()
  expect(round).toMatchObject({ stake: 50n, won: 75n, bets: 2, status: 'settled', player_id: player, game_id: 'dice' })
  expect(await ledger.balance(cash(player))).toBe(125n)
})

test('the result of all rounds of a wallet is what they paid minus what they took, of cash and bonus money, and nothing else', async () => {
  const player = await funded(100)
  const net = async () => {
    const wallet = db.kysely.selectFrom('wallet.accounts').select('rounds_net').where('player_id', '=', player)
    return (await wallet.executeTakeFirstOrThrow()).rounds_net
  }
  await ledger.post(
    movement({ kind: 'bonus-grant', transfers: [transfer('house:bonus-expense:EUR', bonus(player), 50)] }),
  )
  expect(await net()).toBe(0n)
  await ledger.post({
    ...play({ kind: 'bet', player, roundId: `one-${player}`, key: `bet-${player}` }),
    transfers: [transfer(cash(player), games, 100), transfer(bonus(player), games, 20)],
  })
  await ledger.post(deposit(player, 500))
  expect(await net()).toBe(-120n)
  await ledger.post(play({ kind: 'rollback', player, roundId: `one-${player}`, betKey: `bet-${player}` }))
  expect(await net()).toBe(0n)
  const roundId = `two-${player}`
  await Promise.all([
    ledger.post(play({ kind: 'bet', player, roundId, amount: 40 })),
    ledger.post(play({ kind: 'win', player, roundId, amount: 75, isFinished: true })),
  ])
  await ledger.post({
    ...play({ kind: 'bet', player, roundId: `free-${player}` }),
    transfers: [transfer('house:bonus-expense:EUR', games, 20)],
  })
  expect(await net()).toBe(35n)
  const { rows } = await db.pool.query(
    `SELECT payload FROM outbox.events WHERE channel = $1 ORDER BY id DESC LIMIT 1`,
    [`wallet:accounts#${player}`],
  )
  expect(rows[0].payload.at(-1)).toBe(35)
})

test('two movements of one round in one call are refused as a whole, in a new round and in an open one', async () => {
  const player = await funded(100)
  const roundId = `r-${player}`
  const bet = () => play({ kind: 'bet', player, roundId, amount: 10 })
  const two = () => db.transaction((tx) => ledger.postAllIn(tx, [bet(), bet()]))
  await expect(two()).rejects.toThrow('rounds_pkey')
  await ledger.post(bet())
  await expect(two()).rejects.toThrow('two movements of one call are of the same round')
  expect(await ledger.balance(cash(player))).toBe(90n)
})

test('a win without an accepted bet is refused', async () => {
  const player = await funded(100)
  expect(await ledger.post(play({ kind: 'win', player, roundId: `none-${player}`, amount: 5 }))).toEqual(
    refusal('betNotFound'),
  )
  await ledger.post(play({ kind: 'bet', player, roundId: `r-${player}`, amount: 5, key: `b-${player}` }))
  expect(
    await ledger.post(play({ kind: 'win', player, roundId: `r-${player}`, amount: 5, betKey: 'another' })),
  ).toEqual(refusal('betNotFound'))
  const other = await funded(0)
  expect(await ledger.post(play({ kind: 'win', player: other, roundId: `r-${player}`, amount: 5 }))).toEqual(
    refusal('betNotFound'),
  )
})

test("a round is one player's in one currency: no bet and no win of another wallet", async () => {
  const player = await funded(100)
  const roundId = `mine-${player}`
  await ledger.post(play({ kind: 'bet', player, roundId, amount: 5 }))
  await db.kysely.insertInto('wallet.accounts').values({ player_id: player, currency: 'USD', status: 2 }).execute()
  await ledger.post(movement({ kind: 'gift', transfers: [transfer('house:gifts:USD', cash(player, 'USD'), 50)] }))
  const inUsd = (kind: 'bet' | 'win') => {
    const [from, to] =
      kind === 'bet'
        ? [cash(player, 'USD'), games.replace('EUR', 'USD')]
        : [games.replace('EUR', 'USD'), cash(player, 'USD')]
    const made = play({ kind, player, roundId })
    return { ...made, transfers: [transfer(from, to, 5)], round: { ...made.round!, currency: 'USD' } }
  }
  expect(await ledger.post(inUsd('bet'))).toEqual(refusal('roundClosed'))
  expect(await ledger.post(inUsd('win'))).toEqual(refusal('betNotFound'))
  const other = await funded(100)
  expect(await ledger.post(play({ kind: 'bet', player: other, roundId, amount: 5 }))).toEqual(refusal('roundClosed'))
})

test('a rollback reverses only a bet of its own round', async () => {
  const player = await funded(100)
  const [roundId, key, winKey] = [`first-${player}`, `first-bet-${player}`, `first-win-${player}`]
  await ledger.post(play({ kind: 'bet', player, roundId, amount: 5, key }))
  await ledger.post(play({ kind: 'bet', player, roundId: `second-${player}`, amount: 5 }))
  expect(await ledger.post(play({ kind: 'rollback', player, roundId: `second-${player}`, betKey: key }))).toEqual(
    refusal('betNotFound'),
  )
  await ledger.post(play({ kind: 'win', player, roundId, amount: 1, key: winKey }))
  expect(await ledger.post(play({ kind: 'rollback', player, roundId, betKey: winKey }))).toEqual(refusal('betNotFound'))
  // Something was paid for it, even a single cent.
  expect(await ledger.post(play({ kind: 'rollback', player, roundId, betKey: key }))).toEqual(refusal('betAlreadyPaid'))
  expect(await ledger.balance(cash(player))).toBe(91n)
})

test('one of two bets of a round is rolled back: the round stays open, and wins refer to the other', async () => {
  const player = await funded(100)
  const roundId = `pair-${player}`
  for (const name of ['one', 'two'])
    await ledger.post(
      play({ kind: 'bet', player, roundId, amount: name === 'one' ? 10 : 20, key: `${name}-${player}` }),
    )
  expect(await ledger.post(play({ kind: 'rollback', player, roundId, betKey: `one-${player}` }))).toMatchObject({
    ok: true,
    value: { balances: { cash: 80n } },
  })
  const round = await db.kysely
    .selectFrom('games.rounds')
    .select(['stake', 'bets', 'status'])
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow()
  expect(round).toEqual({ stake: 20n, bets: 1, status: 'open' })
  expect(await ledger.post(play({ kind: 'win', player, roundId, amount: 5, betKey: `one-${player}` }))).toEqual(
    refusal('betRolledBack'),
  )
  expect(await ledger.post(play({ kind: 'win', player, roundId, amount: 5, betKey: `two-${player}` }))).toMatchObject({
    ok: true,
  })
})

test.each([
  [0, 'is paid in cash alone, and counts nothing'],
  [1, 'takes bonus money where cash does not reach, and counts a hundredth'],
])('a stake that counts %d percent towards a bonus %s', async (percent) => {
  const player = await withBonus(100, 200, null, percent)
  const posted = await ledger.post(play({ kind: 'bet', player, roundId: `weight-${player}`, amount: 200 }))
  if (percent === 0) expect(posted).toEqual(refusal('gameExcluded'))
  else expect(posted).toMatchObject({ ok: true, value: { balances: { cash: 0n, bonus: 100n } } })
  expect(
    (await db.pool.query('SELECT wager_placed::int AS placed FROM wallet.accounts WHERE player_id = $1', [player]))
      .rows,
  ).toEqual([{ placed: percent * 2 }])
})

test('with a bonus no round may be staked with more than its largest bet; the last cent of it may', async () => {
  const player = await withBonus(200, 50, 30)
  const bet = (name: string, amount: number) =>
    ledger.post(play({ kind: 'bet', player, roundId: `${name}-${player}`, amount }))
  expect(await bet('at-once', 31)).toEqual(refusal('maxBetExceeded'))
  expect(await bet('at-once', 30)).toMatchObject({ ok: true })
  expect(await bet('at-once', 1)).toEqual(refusal('maxBetExceeded'))
  expect(await bet('in-parts', 10)).toMatchObject({ ok: true })
  expect(await bet('in-parts', 20)).toMatchObject({ ok: true })
  expect(await bet('in-parts', 1)).toEqual(refusal('maxBetExceeded'))
})

test('a settled round takes neither bets nor wins nor rollbacks', async () => {
  const player = await funded(100)
  const roundId = `r-${player}`
  await ledger.post(play({ kind: 'bet', player, roundId, amount: 30, key: `b-${player}` }))
  await ledger.post(play({ kind: 'win', player, roundId, amount: 0, isFinished: true }))
  expect(await ledger.post(play({ kind: 'win', player, roundId, amount: 5 }))).toEqual(refusal('roundClosed'))
  expect(await ledger.post(play({ kind: 'bet', player, roundId, amount: 5 }))).toEqual(refusal('roundClosed'))
  expect(await ledger.post(play({ kind: 'rollback', player, roundId, betKey: `b-${player}` }))).toEqual(
    refusal('betAlreadyPaid'),
  )
})

test('a rollback returns exactly what the bet took from cash and bonus, for any amount in the request', async () => {
  const player = await funded(100)
  await ledger.post(
    movement({ kind: 'bonus-grant', transfers: [transfer('house:bonus-expense:EUR', bonus(player), 50)] }),
  )
  const roundId = `r-${player}`
  const bet = {
    ...play({ kind: 'bet', player, roundId, key: `b-${player}` }),
    transfers: [transfer(cash(player), games, 100), transfer(bonus(player), games, 20)],
  }
  expect((await ledger.post(bet)).ok).toBe(true)
  const undone = await ledger.post(play({ kind: 'rollback', player, roundId, amount: 9999, betKey: `b-${player}` }))
  expect(undone).toMatchObject({ ok: true, value: { balances: { cash: 100n, bonus: 50n } } })
  expect(await ledger.post(play({ kind: 'rollback', player, roundId, betKey: `b-${player}` }))).toEqual(
    refusal('betRolledBack'),
  )
  expect(await ledger.post(play({ kind: 'win', player, roundId, amount: 5 }))).toEqual(refusal('betRolledBack'))
  const round = await db.kysely
    .selectFrom('games.rounds')
    .selectAll()
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow()
  expect(round).toMatchObject({ stake: 0n, won: 0n, bets: 0, status: 'rolled-back' })
})

test('a single cent of bonus money in a stake has its part of the win', async () => {
  const player = await withBonus(99, 50)
  const roundId = `cent-${player}`
  expect(await ledger.post(play({ kind: 'bet', player, roundId, amount: 100 }))).toMatchObject({
    ok: true,
    value: { balances: { cash: 0n, bonus: 49n } },
  })
  expect(await ledger.post(play({ kind: 'win', player, roundId, amount: 1000 }))).toMatchObject({
    ok: true,
    value: { balances: { cash: 990n, bonus: 59n } },
  })
})

test.each([
  { of: 'a single cent of cash', cashBefore: 1, bonusBefore: 50, bonusStake: 19, left: [0n, 31n] },
  { of: 'no cash', cashBefore: 0, bonusBefore: 50, bonusStake: 20, left: [0n, 30n] },
  { of: 'a single cent of bonus money', cashBefore: 19, bonusBefore: 1, bonusStake: 1, left: [0n, 0n] },
  { of: 'exactly the cash there is', cashBefore: 20, bonusBefore: 50, bonusStake: 0, left: [0n, 50n] },
])('a stake is paid out of $of before the rest', async ({ cashBefore, bonusBefore, bonusStake, left }) => {
  const player = await withBonus(cashBefore, bonusBefore)
  const roundId = `rest-${player}`
  expect(await ledger.post(play({ kind: 'bet', player, roundId, amount: 20 }))).toMatchObject({
    ok: true,
    value: { balances: { cash: left[0], bonus: left[1] } },
  })
  const round = await db.kysely
    .selectFrom('games.rounds')
    .select(['stake', 'bonus_stake'])
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow()
  expect(round).toEqual({ stake: 20n, bonus_stake: BigInt(bonusStake) })
})

test.each([
  [99, 0n],
  [100, 1n],
  [199, 1n],
])('of a win of %d for a stake with one hundredth of bonus money %d goes back to the bonus', async (won, back) => {
  const player = await withBonus(99, 1)
  const roundId = `part-${player}`
  await ledger.post(play({ kind: 'bet', player, roundId, amount: 100 }))
  expect(await ledger.post(play({ kind: 'win', player, roundId, amount: won }))).toMatchObject({
    ok: true,
    value: { balances: { cash: BigInt(won) - back, bonus: back } },
  })
})

test('a round that won a cent for an ended bonus is not rolled back', async () => {
  const player = await withBonus(0, 20)
  const [roundId, key] = [`gone-${player}`, `gone-bet-${player}`]
  await ledger.post(play({ kind: 'bet', player, roundId, key, amount: 20 }))
  await db.pool.query("SELECT ledger.end_wager($1, 'EUR', bonus_id) FROM wallet.accounts WHERE player_id = $1", [
    player,
  ])
  expect(await ledger.post(play({ kind: 'win', player, roundId, amount: 1 }))).toMatchObject({
    ok: true,
    value: { balances: { cash: 0n, bonus: 0n } },
  })
  expect(await ledger.post(play({ kind: 'rollback', player, roundId, betKey: key }))).toEqual(refusal('betAlreadyPaid'))
})

test('the turnover requirement adds up, and restarts with the first deposit after it was met to the cent', async () => {
  const player = await openWallet(db)
  const turnover = async () =>
    (
      await db.pool.query(
        'SELECT turnover_total::int AS total, turnover_placed::int AS placed FROM wallet.accounts WHERE player_id = $1',
        [player],
      )
    ).rows[0]
  const deposited = (amount: number) => ledger.post({ ...deposit(player, amount), turnover: BigInt(amount) as never })
  await deposited(100)
  await ledger.post(play({ kind: 'bet', player, roundId: `turn-${player}`, amount: 99 }))
  await deposited(50)
  expect(await turnover()).toEqual({ total: 150, placed: 99 })
  await ledger.post(play({ kind: 'bet', player, roundId: `turn-${player}`, amount: 51 }))
  await ledger.post(play({ kind: 'win', player, roundId: `turn-${player}`, amount: 1 }))
  expect(await turnover()).toEqual({ total: 150, placed: 150 })
  await deposited(30)
  expect(await turnover()).toEqual({ total: 30, placed: 0 })
  await ledger.post({ ...deposit(player, 5), turnover: 1n as never })
  expect(await turnover()).toEqual({ total: 31, placed: 0 })
})

// Shows: attack 94
test('a bet that becomes void after a new requirement began is required again, as far as nothing else had been staked', async () => {
  const after = async (...steps: Array<[verb: 'deposit' | 'bet' | 'void', amount: number, round?: string]>) => {
    const player = await openWallet(db)
    await ledger.post(deposit(player, 1000))
    for (const [verb, amount, round = 'other'] of steps) {
      const roundId = `void-${round}-${player}`
      const call =
        verb === 'deposit'
          ? { ...deposit(player, amount), turnover: BigInt(amount) as never }
          : verb === 'bet'
            ? play({ kind: 'bet', player, roundId, key: `${roundId}-bet-${amount}`, amount })
            : play({ kind: 'rollback', player, roundId, betKey: `${roundId}-bet-${amount}` })
      expect(await ledger.post(call)).toMatchObject({ ok: true })
    }
    const { rows } = await db.pool.query(
      'SELECT (turnover_total - turnover_placed)::int AS left FROM wallet.accounts WHERE player_id = $1',
      [player],
    )
    return rows[0].left
  }
  const met = [
    ['deposit', 100],
    ['bet', 100, 'open'],
    ['deposit', 100],
  ] as const
  expect(await after(...met.map((step) => [...step] as never))).toBe(100)
  expect(await after(...met.map((step) => [...step] as never), ['void', 100, 'open'])).toBe(200)
  expect(await after(...met.map((step) => [...step] as never), ['bet', 30], ['void', 100, 'open'])).toBe(170)
  // 60 were staked beyond the first requirement.
  expect(await after(['deposit', 100], ['bet', 60], ['bet', 100, 'open'], ['deposit', 50], ['void', 100, 'open'])).toBe(
    90,
  )
  // The first requirement was met without it.
  expect(
    await after(['deposit', 100], ['bet', 160], ['bet', 100, 'open'], ['deposit', 50], ['void', 100, 'open']),
  ).toBe(50)
  // Two earlier bets make up for each other only once.
  expect(
    await after(
      ['deposit', 100],
      ['bet', 80, 'a'],
      ['bet', 70, 'b'],
      ['deposit', 50],
      ['void', 80, 'a'],
      ['void', 70, 'b'],
    ),
  ).toBe(150)
  // A bet of the present requirement takes back what it counted, whatever is left over from the one before.
  expect(
    await after(['deposit', 100], ['bet', 300], ['deposit', 100], ['bet', 100, 'open'], ['void', 100, 'open']),
  ).toBe(100)
})

test('a bet rolled back after its bonus ended: cash is returned, the bonus part is forfeited, round and turnover are as before the bet', async () => {
  const player = await openWallet(db)
  await ledger.post({ ...deposit(player, 260), turnover: 1000n as never })
  await ledger.post(
    movement({ kind: 'bonus-grant', transfers: [transfer('house:bonus-expense:EUR', bonus(player), 50)] }),
  )
  const {
    rows: [wager],
  } = await db.pool.query("SELECT id, ledger.start_wager($1, 'EUR', id, 10000, NULL) FROM gen_random_uuid() AS id", [
    player,
  ])
  await ledger.post(play({ kind: 'bet', player, roundId: `before-${player}`, amount: 200 }))
  const [roundId, key] = [`over-${player}`, `over-bet-${player}`]
  expect(await ledger.post(play({ kind: 'bet', player, roundId, key, amount: 100 }))).toMatchObject({
    ok: true,
    value: { balances: { cash: 0n, bonus: 10n } },
  })
  const standing = async () =>
    (
      await db.pool.query(
        'SELECT turnover_placed::int AS placed, wager_placed::int AS wagered FROM wallet.accounts WHERE player_id = $1',
        [player],
      )
    ).rows[0]
  expect(await standing()).toEqual({ placed: 260, wagered: 300 })
  await ledger.post(
    movement({ kind: 'bonus-end', transfers: [transfer(bonus(player), 'house:bonus-expense:EUR', 10)] }),
  )
  await db.pool.query("SELECT ledger.end_wager($1, 'EUR', $2)", [player, wager.id])
  expect(await ledger.post(play({ kind: 'rollback', player, roundId, betKey: key }))).toMatchObject({
    ok: true,
    value: { balances: { cash: 60n } },
  })
  expect(await standing()).toMatchObject({ placed: 200 })
  const round = await db.kysely
    .selectFrom('games.rounds')
    .selectAll()
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow()
  expect(round).toMatchObject({ stake: 0n, bonus_stake: 0n, free_stake: 0n, won: 0n, bets: 0, status: 'rolled-back' })
})

test('a stake paid by the operator counts as free, and no longer after its rollback', async () => {
  const player = await funded(0)
  const [roundId, key] = [`free-${player}`, `free-bet-${player}`]
  const free = async () =>
    db.kysely
      .selectFrom('games.rounds')
      .select(['stake', 'free_stake'])
      .where('id', '=', roundId)
      .executeTakeFirstOrThrow()
  expect(
    (
      await ledger.post({
        ...play({ kind: 'bet', player, roundId, key }),
        transfers: [transfer('house:bonus-expense:EUR', games, 20)],
      })
    ).ok,
  ).toBe(true)
  expect(await free()).toMatchObject({ free_stake: 20n })
  expect((await ledger.post(play({ kind: 'rollback', player, roundId, betKey: key }))).ok).toBe(true)
  expect(await free()).toEqual({ stake: 0n, free_stake: 0n })
})

test('a rollback posted together with the win of another bet reverses its own bet only', async () => {
  const player = await funded(100)
  for (const name of ['one', 'two'])
    await ledger.post(
      play({ kind: 'bet', player, roundId: `${name}-${player}`, amount: 5, key: `${name}-bet-${player}` }),
    )
  const win = () => play({ kind: 'win', player, roundId: `two-${player}`, amount: 7, betKey: `two-bet-${player}` })
  const together = await Promise.all([
    ledger.post(play({ kind: 'rollback', player, roundId: `one-${player}`, betKey: `one-bet-${player}` })),
    ledger.post(win()),
  ])
  expect(together).toMatchObject([{ ok: true }, { ok: true }])
  expect(await ledger.post(win())).toMatchObject({ ok: true, value: { balances: { cash: 109n } } })
})

test('a rollback before its bet leaves a tombstone: the late bet is refused', async () => {
  const player = await funded(100)
  const roundId = `r-${player}`
  expect(await ledger.post(play({ kind: 'rollback', player, roundId, betKey: `late-${player}` }))).toMatchObject({
    ok: true,
    value: { balances: { cash: 100n } },
  })
  expect(await ledger.post(play({ kind: 'bet', player, roundId, amount: 5, key: `late-${player}` }))).toEqual(
    refusal('betRolledBack'),
  )
  expect(await ledger.balance(cash(player))).toBe(100n)
})

test("another player's bet cannot be rolled back", async () => {
  const [victim, thief] = [await funded(100), await funded(0)]
  await ledger.post(play({ kind: 'bet', player: victim, roundId: `r-${victim}`, amount: 60, key: `b-${victim}` }))
  expect(
    await ledger.post(play({ kind: 'rollback', player: thief, roundId: `r-${thief}`, betKey: `b-${victim}` })),
  ).toEqual(refusal('betNotFound'))
  expect(
    await ledger.post(play({ kind: 'rollback', player: thief, roundId: `r-${victim}`, betKey: `b-${victim}` })),
  ).toEqual(refusal('betNotFound'))
})

test('a rollback that names itself as its bet undoes nothing', async () => {
  const player = await funded(100)
  const roundId = `r-${player}`
  await ledger.post(play({ kind: 'bet', player, roundId, amount: 30 }))
  expect(
    (await ledger.post(play({ kind: 'rollback', player, roundId, key: `x-${player}`, betKey: `x-${player}` }))).ok,
  ).toBe(true)
  const round = await db.kysely
    .selectFrom('games.rounds')
    .selectAll()
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow()
  expect(round).toMatchObject({ stake: 30n, bets: 1, status: 'open' })
  expect(await ledger.balance(cash(player))).toBe(70n)
})
