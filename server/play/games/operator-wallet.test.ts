import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletOverHttp } from '#games/studio/operator-wallet.ts'
import { operatorWalletConformance } from '#games/studio/operator-wallet-conformance.ts'
import { inHouseStudioKeys, inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { casino, type Casino } from '#tests/setup/casino.ts'
import { walletInProcess } from './wallet-in-process.ts'

let fixture: Casino
let url: string
beforeAll(async () => {
  fixture = await casino()
  url = fixture.url
})
afterAll(() => fixture.close())

const ways = {
  'over HTTP': () =>
    walletOverHttp({
      baseUrl: () => url,
      studio: inHouseStudioSlug,
      signingKey: inHouseStudioKeys(fixture.deps.settings.secret).signingKey,
      clock: fixture.deps.clock,
    }),
  'in process': () => walletInProcess(fixture.deps, inHouseStudioSlug),
}

for (const [way, wallet] of Object.entries(ways))
  operatorWalletConformance(way, () => ({
    async seat() {
      const player = await fixture.player({ EUR: 100_00n })
      return {
        wallet: wallet(),
        token: await fixture.launch('dice', { player }),
        balance: () => fixture.balance(player),
        async signOut() {
          await fixture.app.db.asOwner(
            `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
            [player.sessionId],
          )
        },
      }
    },
  }))

describe('the in-process wallet, with bet and win in one posting', () => {
  const open = async () => {
    const player = await fixture.player({ EUR: 100_00n })
    const token = await fixture.launch('dice', { player })
    const roundId = randomUUID()
    const call = (verb: string, change: object = {}) => ({
      token,
      currency: 'EUR',
      gameId: 'dice',
      roundId,
      transactionId: `${roundId}-${verb}`,
      ...change,
    })
    const wallet = walletInProcess(fixture.deps, inHouseStudioSlug)
    const round = (bet: number, win: number, change: object = {}) =>
      wallet.round!({
        bet: { ...call('bet', change), amount: bet },
        win: { ...call('win', change), amount: win, isRoundFinished: true },
      })
    const posted = async () =>
      (
        await fixture.deps.db.kysely
          .selectFrom('ledger.movements')
          .select(['kind', 'cash_after'])
          .where('reference_id', '=', roundId)
          .orderBy('id')
          .execute()
      ).map(({ kind, cash_after }) => [kind, Number(cash_after)])
    return { player, wallet, call, round, posted, balance: () => fixture.balance(player) }
  }
  const accepted = (balance: number) => ({ kind: 'accepted', balance })
  const refused = (name: string) => ({ kind: 'refused', name })

  test('posts two movements, answers each, and repeats both answers', async () => {
    const { round, posted, balance } = await open()
    for (let turn = 0; turn < 2; turn++)
      expect(await round(10_00, 15_00)).toEqual({ bet: accepted(90_00), win: accepted(105_00) })
    expect(await posted()).toEqual([
      ['bet', 90_00],
      ['win', 105_00],
    ])
    expect(await balance()).toBe(105_00n)
    expect(await round(11_00, 16_00)).toEqual({
      bet: refused('transactionConflict'),
      win: refused('transactionConflict'),
    })
  })

  test.each([
    ['without the funds', 'insufficientFunds', { amount: 100_01 }],
    ['under a forged launch', 'launchTokenInvalid', { token: 'x.y.z' }],
    ['of nothing', 'validation', { amount: 0 }],
  ])('posts no win after a bet %s', async (_why, name, change: { amount?: number; token?: string }) => {
    const { round, posted, balance } = await open()
    const { amount = 1, ...rest } = change
    expect(await round(amount, 500_00, rest)).toMatchObject({ bet: refused(name), win: { kind: 'refused' } })
    expect(await posted()).toEqual([])
    expect(await balance()).toBe(100_00n)
  })

  test('posts neither after the session was closed', async () => {
    const { player, round, posted } = await open()
    await fixture.app.db.asOwner(
      `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
      [player.sessionId],
    )
    expect((await round(1_00, 5_00)).bet).toEqual(refused('launchTokenInvalid'))
    expect(await posted()).toEqual([])
  })

  test('posts only the bet if the win exceeds the maximum payout, as two calls do', async () => {
    const { round, posted, balance } = await open()
    expect(await round(1_00, Number.MAX_SAFE_INTEGER)).toEqual({ bet: accepted(99_00), win: refused('winTooLarge') })
    expect(await posted()).toEqual([['bet', 99_00]])
    expect(await balance()).toBe(99_00n)
  })

  test('pays the win of a bet posted earlier, and no win of a rolled-back bet', async () => {
    const before = await open()
    expect(await before.wallet.bet({ ...before.call('bet'), amount: 10_00 })).toEqual(accepted(90_00))
    expect(await before.round(10_00, 5_00)).toEqual({ bet: accepted(90_00), win: accepted(95_00) })
    const undone = await open()
    await undone.wallet.rollback({ ...undone.call('back'), betTransactionId: undone.call('bet').transactionId })
    expect(await undone.round(10_00, 5_00)).toMatchObject({ bet: refused('betRolledBack'), win: { kind: 'refused' } })
    expect(await undone.balance()).toBe(100_00n)
  })

  test('is one round for any number of concurrent calls', async () => {
    const { round, posted, balance } = await open()
    await Promise.all(Array.from({ length: 20 }, () => round(10_00, 15_00)))
    expect(await posted()).toHaveLength(2)
    expect(await balance()).toBe(105_00n)
  })
})

test('in process, an error is no refusal: the stake may have been taken', async () => {
  const player = await fixture.player()
  const token = await fixture.launch('dice', { player })
  const post = async () => {
    throw new Error('the connection was cut')
  }
  const broken = walletInProcess({ ...fixture.deps, ledger: { ...fixture.deps.ledger, post } }, inHouseStudioSlug)
  expect(
    await broken.bet({ token, currency: 'EUR', gameId: 'dice', roundId: 'r', transactionId: 't', amount: 1 }),
  ).toMatchObject({ kind: 'unknown' })
})
