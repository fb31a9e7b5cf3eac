/** A call whose session ends after it was authenticated must move no money. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PlayerStatus } from '#contract/identity.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { barredMeanwhile, changedMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { operator } from '#tests/setup/operator.ts'
import { setRate } from '../../reference/set-rate.ts'
import { closeEverySession, closeOpenSession } from './sessions.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
  await setRate({ ...app.deps, actor: operator }, { code: 'USD', rate: 1.25, comment: 'test' })
  await app.deps.reference.reload()
})
afterAll(() => app.close())
afterEach(async () => expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([]))

const appOptions = () => ({ deps: app.deps, db: app })

type Answer = { status: number; body: any }
type Call = () => Promise<Answer>

/** Prepares each call, and returns it. */
const calls: Record<string, (player: TestPlayer) => Promise<Call>> = {
  'a withdrawal': async (player) => () =>
    player.call('POST', '/api/payment/invoices/withdrawal', {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount: 5000,
      accountId: player.accounts.EUR,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
    }),
  'a swap': async (player) => {
    const swap = { from: 'EUR', to: 'USD', amount: 5000 }
    const quote = await player.call('POST', '/api/wallet/swaps/quotes', swap)
    expect(quote).toMatchObject({ status: 200 })
    return () => player.call('PUT', `/api/wallet/swaps/quotes/${quote.body.id}/confirm`)
  },
  'a release from the vault': async (player) => {
    const vault = `/api/wallet/accounts/${player.accounts.EUR}/vault`
    expect((await player.call('POST', vault, { amount: 5000, idempotencyKey: randomUUID() })).status).toBe(200)
    return () => player.call('POST', `${vault}/release`, { amount: 5000 })
  },
}

const ends: Record<string, (player: TestPlayer, call: Call) => Promise<Answer>> = {
  'a sign-out': (player, call) =>
    changedMeanwhile(appOptions(), player.id, call, async (tx) => {
      const { id: sessionId } = await tx
        .selectFrom('identity.sessions')
        .select('id')
        .where('player_id', '=', player.id)
        .executeTakeFirstOrThrow()
      await closeOpenSession(tx, app.deps.clock.now(), { playerId: player.id, sessionId }, 'signed-out')
    }),
  'a password reset': (player, call) =>
    changedMeanwhile(appOptions(), player.id, call, (tx) =>
      closeEverySession(tx, app.deps.clock.now(), player.id, 'password-changed'),
    ),
  'a block': (player, call) => barredMeanwhile(appOptions(), player.id, PlayerStatus.blocked, call),
}

/** A blocked player's swap is refused by its status before its session is read: `swaps.test.ts`. */
const pairs = Object.keys(calls).flatMap((call) => Object.keys(ends).map((end) => [call, end] as const))
// Shows: attack 59, attack 172, pair sign-out/swap, pair sign-out/vault, pair swap/password, pair vault/password
// Shows: pair withdrawal/password, pair withdrawal/sign-out
test.each(pairs.filter((pair) => pair.join() !== 'a swap,a block'))(
  '%s at the moment of %s is refused, and moves nothing',
  async (call, end) => {
    const player = await app.player({ currencies: ['EUR', 'USD'] })
    await player.fund('EUR', 10_000n)
    const begin = await calls[call]!(player)
    const before = await stateOf(player)
    const answer = await ends[end]!(player, begin)
    expect(answer).toMatchObject({ status: 401, body: { error: { name: 'unauthorized' } } })
    expect(await stateOf(player)).toEqual(before)
  },
)

async function stateOf({ id }: TestPlayer) {
  const { rows } = await app.asOwner(
    `SELECT (SELECT max(id) FROM ledger.movements) AS movement,
       (SELECT count(*)::int FROM payments.invoices WHERE player_id = $1) AS invoices,
       (SELECT count(*)::int FROM wallet.vault_releases WHERE player_id = $1) AS releases,
       (SELECT count(*)::int FROM wallet.swaps WHERE player_id = $1 AND confirmed_at IS NOT NULL) AS swaps`,
    [id],
  )
  return rows[0]
}
