/**
 * `kill -9` of the product, and of its database alone, at named steps of deposit, withdrawal, bet and win and at random
 * moments: responses stay true, nothing is doubled, a retry gets the first response, and every open operation is
 * completed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { longTest, sampled } from '#tests/setup/length.ts'
import { freePort, prepareFolder, type Site, startSite } from '#tests/setup/site.ts'
import { ask, expectConsistentLedger, postmaster } from './product-database.ts'
import { decide, fund, launchGame, play, registerPlayer, signInAgain, until, withdraw } from './site-player.ts'
import { anywhere, type SentRequest, partnerRecordOf, type Scene, type Step, steps } from './steps.ts'

type Victim = 'product' | 'database'
type Kill = { name: string; step: Step; victim: Victim }

const named = Object.entries(steps)
/** Each named step by killing the product, some by killing the database, then random kills. */
const usual: Kill[] = [
  ...named.map(([name, step]) => ({ name, step, victim: 'product' as const })),
  ...named
    .filter(([name]) => /credit waits|held and answered|^bet: booked|^bet and win: booked/.test(name))
    .map(([name, step]) => ({ name, step, victim: 'database' as const })),
  { name: 'anywhere', step: anywhere, victim: 'product' },
  { name: 'anywhere', step: anywhere, victim: 'database' },
]
const further: Kill[] = [...named.map(([name, step]) => ({ name, step, victim: 'database' as const })), ...usual]
/** KILLS sets the number. */
const plan: Kill[] = process.env.KILLS
  ? Array.from(
      { length: Number(process.env.KILLS) },
      (_, index) => usual[index] ?? further[(index - usual.length) % further.length]!,
    )
  : sampled(usual, 7)
const count = plan.length

const dataDir = mkdtempSync(join(tmpdir(), 'fairhouse-killed-'))
const scenes: Scene[] = []
const stake = 100
const funds = 10_000
let site: Site
afterAll(async () => {
  await site?.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function killAtStep({ name, step, victim }: Kill): Promise<void> {
  const player = await registerPlayer(site)
  await fund(player, funds)
  const scene: Scene = { site, player, seat: await launchGame(site, player), requests: [] }
  scenes.push(scene)
  const releaseLock = await step(scene).catch((error) => {
    throw new Error(`"${name}" was not reached`, { cause: error })
  })
  const ended = new Promise((resolve) => site.child.once('exit', resolve))
  if (victim === 'product') site.child.kill('SIGKILL')
  else process.kill(postmaster(dataDir).pid, 'SIGKILL')
  // Without its database the product cannot answer correctly, so it must exit by itself.
  await ended
  await releaseLock()
}

/**
 * Repeats the request after the restart. The result is the first response if there was one; otherwise further
 * repetitions give the same result.
 */
async function retry(scene: Scene, request: SentRequest): Promise<void> {
  if (request.kind === 'deposit') return
  const again =
    request.kind === 'withdrawal'
      ? await withdraw(scene.player, request.amount, request.key)
      : await settled(scene, request.playId)
  if (request.answer?.status === 200) {
    expect(again.status).toBe(200)
    const answers =
      request.kind === 'withdrawal'
        ? [again.body.id, request.answer.body.id]
        : [again.body.round, request.answer.body.round]
    expect(answers[0]).toEqual(answers[1])
  }
  if (request.kind === 'withdrawal') expect(again.status).toBe(200)
  request.answer = again
}

/**
 * Returns the result of a play: an interrupted round is continued by repeating the request, and one that recovery is
 * processing is requested again a little later.
 */
async function settled(scene: Scene, playId: string): ReturnType<typeof play> {
  let answer = await play(site, scene.seat, playId, stake)
  await until(
    async () => {
      if (answer.status !== 202 && answer.status !== 503 && answer.status !== 409) return true
      answer = await play(site, scene.seat, playId, stake)
      return false
    },
    `play ${playId} is settled`,
    60_000,
  )
  return answer
}

// Shows: 10.31, attack 6, attack 19, fault 1, pair deposit/kill, pair open round/kill, pair withdrawal/kill
longTest(
  `${count} kills of the product and its database: nothing lost, nothing doubled`,
  { timeout: 60_000 + count * 30_000 },
  async () => {
    const env = {
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      ROUND_MIN_MS: '0',
      SEED: 'false',
    }
    await prepareFolder(dataDir, env)
    const begin = () => startSite({ dataDir, env })
    site = await begin()
    const startedAt = performance.now()
    for (const kill of plan) {
      await killAtStep(kill)
      site = await begin()
      await expectConsistentLedger(site)
      const scene = scenes.at(-1)!
      for (const request of scene.requests.filter(({ kind }) => kind === 'withdrawal')) await retry(scene, request)
    }
    console.log(`${count} kills in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    await payOpenDeposits()
    for (const scene of scenes)
      for (const request of scene.requests.filter(({ kind }) => kind === 'play')) await retry(scene, request)
    const settleStartedAt = performance.now()
    await until(async () => (await unfinished()).length === 0, 'everything open comes to its end', 60_000).catch(
      async (error) => {
        throw new Error(JSON.stringify(await unfinished()), { cause: error })
      },
    )
    console.log(
      `all open operations were completed ${((performance.now() - settleStartedAt) / 1000).toFixed(1)} s later`,
    )
    for (const scene of scenes) await expectConsistent(scene)
    await expectConsistentLedger(site)
  },
)

/** Pays the deposits whose start was interrupted: the partner has the payment, and the player pays. */
async function payOpenDeposits(): Promise<void> {
  for (const deposit of scenes.flatMap(({ requests: asked }) => asked)) {
    if (deposit.kind !== 'deposit' || deposit.isPaid) continue
    const payment = partnerRecordOf(site, 'payments', deposit.invoiceId)
    if (payment) deposit.isPaid = (await decide(`${site.sandboxUrl}/pay/${payment.id}`, 'pay')).status === 303
  }
}

/**
 * Returns unfinished operations. Invoices that the partner never received are left out: they wait for the player or
 * their expiry, and involve no money.
 */
function unfinished(): Promise<Array<{ what: string; id: string }>> {
  const attempted = scenes.flatMap(({ requests: asked }) =>
    asked.flatMap((each) => (each.kind === 'deposit' && each.isPaid ? [each.invoiceId] : [])),
  )
  return ask(
    site,
    `
    SELECT 'deposit' AS what, id::text FROM payments.invoices WHERE type = 1 AND status <> 2 AND id = ANY($1)
    UNION ALL SELECT 'withdrawal', id::text FROM payments.invoices WHERE type = 2 AND status = 1
    UNION ALL SELECT 'round', id::text FROM studio.rounds WHERE state NOT IN ('settled', 'cancelled')
    UNION ALL SELECT 'notice', id::text FROM payments.callbacks WHERE processed_at IS NULL`,
    [attempted],
  )
}

async function expectConsistent({ player: before, requests: asked }: Scene): Promise<void> {
  // A long run takes longer than an access token lasts.
  const player = await signInAgain(site, before.email)
  const [played] = await ask<{ result: string }>(
    site,
    `SELECT coalesce(sum(payout - stake), 0) AS result FROM studio.rounds WHERE owner = $1 AND state = 'settled'`,
    [player.id],
  )
  const withdrawals = asked.filter((each) => each.kind === 'withdrawal')
  const paid = asked.filter((each) => each.kind === 'deposit' && each.isPaid)
  const { body } = await player.call('GET', '/api/payment/invoices?type=2&perPage=100')
  expect(body.data.length, 'one withdrawal for each key').toBe(withdrawals.length)
  for (const invoice of body.data)
    expect(partnerRecordOf(site, 'payouts', invoice.id)?.timesPaid, 'paid out once').toBe(1)
  const out = withdrawals.reduce((sum, each) => sum + each.amount, 0)
  expect(await player.cash()).toBe(funds + paid.length * 1000 - out + Number(played!.result))
}
