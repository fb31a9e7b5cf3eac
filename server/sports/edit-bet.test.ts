/** Edited bets: the earlier bet is sold and the new one bought, both or neither, whatever happens at that moment. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { playerChannel } from '#contract/channels.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants, lifecycles } from '#server/modules.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { closeAccount } from '#server/profile/close-account.ts'
import { signOut } from '#server/identity/sessions/sign-out.ts'
import { setStatus } from '#server/identity/sessions/set-status.ts'
import { switchOff, switchOn } from '#server/reference/switches.ts'
import {
  acceptOf,
  type Bettor,
  cashOutOf,
  editOf,
  placeOf,
  settleOf,
  sportsSite,
  type SportsSite,
  voidOf,
} from '#tests/setup/sportsbook.ts'
import { operator } from '#tests/setup/operator.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { freeBetFor } from '#tests/setup/free-bets.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { freeBetKind } from './free-bet-kind.ts'
import { lifecycle } from './lifecycle.ts'

let site: SportsSite
beforeAll(async () => {
  site = await sportsSite({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => site.close())
afterEach(async () => expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([]))

const ctxOf = (player: Bettor) => contextOf({ ...site.deps, lifecycles: [lifecycle] }, player)
const refused = (status: number, name: string) => ({ status, body: { error: { name } } })
async function seated(funds: Record<string, bigint> = { EUR: 100_00n }) {
  const player = await site.player(funds)
  const token = await site.start(player)
  return { player, token, betId: await site.bet(token) }
}
/** What the two bets, the open stakes and the player's cash are. */
async function standing(player: Bettor, earlier: string) {
  const open = (await site.bets(player, false)).data
  const one = await site.app.send({ method: 'GET', url: `/api/game/bets?betId=${earlier}`, token: player.token })
  return {
    cash: await site.cash(player),
    open: open.map(({ stake }: { stake: number }) => stake),
    earlier: one.body.data[0]?.status,
  }
}

describe('an edited bet', () => {
  test('is bought with the price of the earlier one: more is taken from the cash, less is returned to it', async () => {
    for (const [stake, cash] of [
      [1500, 8400],
      [900, 9000],
      [500, 9400],
    ] as const) {
      const { player, token, betId } = await seated()
      const edited = placeOf(token, { stake, odds: ['2.00', '1.50'] })
      expect(await site.call('edit', editOf(betId, 900, edited))).toMatchObject({
        status: 200,
        body: { betId: edited.betId, status: 'accepted', isApplied: true, openStake: stake, payout: 0, balance: cash },
      })
      expect(await standing(player, betId)).toEqual({ cash, open: [stake], earlier: 'cashedOut' })
      const { data } = await site.bets(player, false)
      const { rows } = await site.app.db.asOwner('SELECT id FROM sports.bets WHERE bet_id = $1', [betId])
      expect(data).toMatchObject([{ kind: 'accumulator', replaces: rows[0].id }])
      await site.call('settle', {
        ...settleOf(edited.betId, 1, stake * 3),
        selections: edited.selections.map(({ id }) => ({ id, result: 'won' })),
      })
      expect(await site.cash(player)).toBe(cash + stake * 3)
    }
  })

  test('is edited again, and each price is paid once', async () => {
    const { player, token, betId } = await seated()
    const [second, third] = [placeOf(token, { stake: 900 }), placeOf(token, { stake: 800 })]
    await site.call('edit', editOf(betId, 900, second))
    await site.call('edit', editOf(second.betId, 850, third))
    expect(await standing(player, second.betId)).toEqual({ cash: 9050, open: [800], earlier: 'cashedOut' })
  })

  // Shows: attack 233
  test('repeated with its key gets its first answer, also 20 times at once; another content is a conflict', async () => {
    const { player, token, betId } = await seated()
    const edit = editOf(betId, 900, placeOf(token, { stake: 1200 }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.call('edit', edit)))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { status: 'accepted', balance: 8700 } })
    expect(await site.call('edit', { ...edit, stake: 1300 })).toMatchObject(refused(409, 'requestConflict'))
    expect(await standing(player, betId)).toEqual({ cash: 8700, open: [1200], earlier: 'cashedOut' })
  })

  // Shows: attack 234
  test.each<[name: string, status: number, change: (token: string, betId: string) => Promise<object> | object]>([
    ['insufficientFunds', 422, (token, betId) => editOf(betId, 900, placeOf(token, { stake: 9_901 }))],
    ['payoutTooLarge', 422, (token, betId) => editOf(betId, 3001, placeOf(token))],
    ['slipInvalid', 422, (token, betId) => editOf(betId, 900, placeOf(token, { maximumPayout: 3001 }))],
    ['tokenInvalid', 403, (token, betId) => editOf(betId, 900, placeOf(`${token}x`))],
    ['betNotFound', 404, (token) => editOf(randomUUID(), 900, placeOf(token))],
    ['betExists', 409, (token, betId) => ({ ...editOf(betId, 900, placeOf(token)), betId })],
    [
      'betNotFound',
      404,
      // Another player's bet.
      async (token) => editOf((await seated()).betId, 900, placeOf(token)),
    ],
  ])('refused as %s leaves the earlier bet and the cash as they were', async (name, status, change) => {
    const { player, token, betId } = await seated()
    const edit = await change(token, betId)
    expect(await site.call('edit', edit)).toMatchObject(refused(status, name))
    expect(await site.call('edit', edit)).toMatchObject(refused(status, name))
    expect(await standing(player, betId)).toEqual({ cash: 9000, open: [1000], earlier: 'accepted' })
    // What was tried took nothing of the earlier bet's decisions.
    expect((await site.call('cash-out', cashOutOf(betId, 1, 900))).body).toMatchObject({ balance: 9900 })
  })

  // Shows: attack 234
  test('is refused during a break, with a switched-off sportsbook and after the end of the session; the bet is settled', async () => {
    const barriers = [
      ['playerExcluded', 422, (player: Bettor) => addLimit(ctxOf(player), { definition: 5, period: '1-day' })],
      ['tokenInvalid', 403, (player: Bettor) => signOut(ctxOf(player))],
    ] as const
    for (const [name, status, bar] of barriers) {
      const { player, token, betId } = await seated()
      await bar(player)
      expect(await site.call('edit', editOf(betId, 900, placeOf(token, { stake: 900 })))).toMatchObject(
        refused(status, name),
      )
      expect(await site.cash(player)).toBe(9000)
      expect((await site.call('settle', settleOf(betId, 1, 3000))).body).toMatchObject({ balance: 12_000 })
    }
    const { player, token, betId } = await seated()
    const edit = () => site.call('edit', editOf(betId, 900, placeOf(token, { stake: 900 })))
    const change = { name: 'sportsbook', countries: [], reason: 'no prices' }
    expect((await switchOff({ ...site.deps, actor: operator }, change)).ok).toBe(true)
    await site.deps.reference.reload()
    try {
      expect(await edit()).toMatchObject(refused(422, 'switchedOff'))
    } finally {
      await switchOn({ ...site.deps, actor: operator }, change)
      await site.deps.reference.reload()
    }
    expect(await site.cash(player)).toBe(9000)
    expect((await site.call('settle', settleOf(betId, 1, 3000))).body).toMatchObject({ balance: 12_000 })
  })

  // Shows: attack 234, pair limits/open bet
  test('counts towards limits like a placed one, and one that a limit refuses leaves room for its stake', async () => {
    const player = await site.player()
    const limit = { definition: 1 as const, period: 'daily' as const, currency: 'EUR', amount: 2000 }
    expect(await addLimit(ctxOf(player), limit)).toMatchObject({ ok: true })
    const token = await site.start(player)
    const betId = await site.bet(token)
    const edit = (stake: number) => site.call('edit', editOf(betId, 900, placeOf(token, { stake })))
    expect(await edit(1001)).toMatchObject(refused(422, 'limitReached'))
    expect(await standing(player, betId)).toEqual({ cash: 9000, open: [1000], earlier: 'accepted' })
    expect((await edit(1000)).status).toBe(200)
    expect(await site.call('place', placeOf(token, { stake: 1 }))).toMatchObject(refused(422, 'limitReached'))
  })

  test('of a bet that is held, declined or ended is refused', async () => {
    const { player, token, betId } = await seated()
    const held = placeOf(token)
    await site.call('place', held)
    const edit = (of: string, sequence = 1) => site.call('edit', editOf(of, 900, placeOf(token), sequence))
    expect(await edit(held.betId)).toMatchObject(refused(425, 'betNotAccepted'))
    await site.call('decline', { requestId: randomUUID(), betId: held.betId, reason: 'price changed' })
    expect(await edit(held.betId)).toMatchObject(refused(409, 'betDeclined'))
    await site.call('settle', settleOf(betId, 1, 3000))
    expect(await edit(betId)).toMatchObject(refused(409, 'sequenceConflict'))
    expect(await edit(betId, 2)).toMatchObject(refused(409, 'betEnded'))
    expect(await site.cash(player)).toBe(12_000)
  })
})

describe('at once', () => {
  // Shows: attack 235
  test('an edit and a settlement, a cash-out, a void or another edit: one of them ends the bet, and it pays once', async () => {
    const others = [
      { act: (betId: string) => site.call('settle', settleOf(betId, 1, 3000)), alone: 12_000 },
      { act: (betId: string) => site.call('cash-out', cashOutOf(betId, 1, 900)), alone: 9900 },
      { act: (betId: string) => site.call('void', voidOf(betId, 1)), alone: 10_000 },
      {
        act: (betId: string, token: string) => site.call('edit', editOf(betId, 900, placeOf(token, { stake: 700 }))),
        alone: 9200,
      },
    ]
    for (const { act, alone } of others)
      for (let round = 0; round < 4; round++) {
        const { player, token, betId } = await seated()
        const edit = () => site.call('edit', editOf(betId, 900, placeOf(token, { stake: 600 })))
        const acts = [edit, () => act(betId, token)]
        const answers = await Promise.all((round % 2 ? acts : acts.toReversed()).map((each) => each()))
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(answers.map(({ status }) => status)).toContain(409)
        const { cash, open } = await standing(player, betId)
        expect([
          [9300, 600],
          [alone, open[0] ?? 0],
        ]).toContainEqual([cash, open[0] ?? 0])
      }
  })

  // Shows: attack 236, pair exclusion/open bet, pair sign-out/open bet, pair open bet/block, pair closure/open bet
  test('an edit and a break, an end of the session, a block or a closure: the old bet stays, or the new one is in its place', async () => {
    const ends = [
      (player: Bettor) => addLimit(ctxOf(player), { definition: 5, period: '1-day' }),
      (player: Bettor) => signOut(ctxOf(player)),
      (player: Bettor) =>
        setStatus({ ...ctxOf(player), actor: operator }, { playerId: player.id, status: 'blocked', reason: 'test' }),
      (player: Bettor) => closeAccount({ ...ctxOf(player), lifecycles }, {}),
    ]
    for (const end of ends)
      for (let round = 0; round < 3; round++) {
        const { player, token, betId } = await seated()
        const edited = placeOf(token, { stake: 900 })
        const edit = () => site.call('edit', editOf(betId, 900, edited))
        const acts: Array<() => Promise<unknown>> = [() => end(player), edit]
        if (round % 2) acts.reverse()
        await Promise.all(acts.map((act) => act()))
        const { rows } = await site.app.db.asOwner(
          'SELECT status, stake::int FROM sports.bets WHERE player_id = $1 AND ended_at IS NULL',
          [player.id],
        )
        expect([[{ status: 'accepted', stake: 1000 }], [{ status: 'accepted', stake: 900 }]]).toContainEqual(rows)
        const isEdited = rows[0].stake === 900
        expect(await site.cash(player)).toBe(9000)
        expect((await edit()).status === 200).toBe(isEdited)
        const left = isEdited ? edited.betId : betId
        expect((await site.call('settle', settleOf(left, 1, 2700))).body).toMatchObject({ balance: 11_700 })
      }
  })

  test('an edit with the last money and a bet: the edit finds the money or is refused, and no cash is below zero', async () => {
    for (let round = 0; round < 4; round++) {
      const { player, token, betId } = await seated({ EUR: 2000n })
      const acts = [
        () => site.call('edit', editOf(betId, 900, placeOf(token, { stake: 1900 }))),
        () => site.call('place', placeOf(token, { stake: 1000 })),
      ]
      const answers = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await site.cash(player)).toBe(0)
    }
  })
})

test('of a free bet is refused: it cannot be cashed out', async () => {
  await seedDefinitions(site.deps, [freeBetKind])
  const { player, token } = await seated()
  const { id } = await freeBetFor(site.deps, player.id)
  const free = placeOf(token, { stake: 500, freeBetId: id, maximumPayout: 1000 })
  await site.call('place', free)
  await site.call('accept', acceptOf(free))
  expect(await site.call('edit', editOf(free.betId, 400, placeOf(token, { stake: 400 })))).toMatchObject(
    refused(422, 'freeBetNotCashedOut'),
  )
})

test('an edit that is declined in its wait is told once, while the earlier bet is open, and is refused if it arrives', async () => {
  const { player, token, betId } = await seated()
  const told = async () =>
    (
      await site.app.db.asOwner(
        `SELECT payload FROM outbox.events WHERE event = 'game.bet.edit.declined' AND channel = $1`,
        [playerChannel('game:bets', player.id)],
      )
    ).rows.map(({ payload }) => payload)
  const edit = editOf(betId, 900, placeOf(token))
  const decline = {
    call: 'decline',
    requestId: randomUUID(),
    betId: edit.betId,
    reason: 'oddsChanged',
    replaces: betId,
  } as const
  for (const _ of [1, 2])
    expect(await site.call('decline', decline)).toMatchObject({ status: 200, body: { status: 'declined' } })
  const { rows } = await site.app.db.asOwner('SELECT id FROM sports.bets WHERE bet_id = $1', [betId])
  expect(await told()).toEqual([{ betId: rows[0].id, event: expect.any(String), currency: 'EUR', stake: 1000 }])
  expect(await site.call('edit', edit)).toMatchObject(refused(409, 'betDeclined'))
  expect(await standing(player, betId)).toEqual({ cash: 9000, open: [1000], earlier: 'accepted' })

  // A bet that has ended, and one that nobody knows, are no news.
  await site.call('void', voidOf(betId, 1, 1000))
  for (const replaces of [betId, randomUUID()])
    expect(
      await site.call('decline', { ...decline, requestId: randomUUID(), betId: randomUUID(), replaces }),
    ).toMatchObject({ status: 200 })
  expect(await told()).toHaveLength(1)
})
