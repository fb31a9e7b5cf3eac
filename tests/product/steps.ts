/**
 * The named steps of deposit, withdrawal, bet and win for the kill test. Each brings a running product to exactly its
 * step: locks taken from outside stop it there, or the sandbox loses the partner's response.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { openProductDatabase } from './product-database.ts'
import {
  decide,
  type SitePlayer,
  play,
  type Place,
  type Reply,
  send,
  startDeposit,
  until,
  withdraw,
} from './site-player.ts'

/** What the test knows about a request, and what must be true of it after the restart. */
export type SentRequest =
  | { kind: 'deposit'; invoiceId: string; amount: number; isPaid: boolean }
  | { kind: 'withdrawal'; key: string; amount: number; answer: Reply | null }
  | { kind: 'play'; playId: string; answer: Reply | null }
export type Scene = { site: Place; player: SitePlayer; seat: string; requests: SentRequest[] }
/** Resolves when the product is at the step; the result releases the lock. */
export type Step = (scene: Scene) => Promise<() => Promise<void>>

const amount = 1000
const nothing = async (): Promise<void> => {}

/** Holds a lock until it is released, or until the database is killed. */
async function holdLock(site: Place, sql: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const books = await openProductDatabase(site)
  await books.query('BEGIN')
  await books.query(sql, values)
  return () => books.end().catch(() => {})
}

/** Jobs occasionally wait for the same locks, so where necessary the beginning of the waiting statement is compared. */
async function untilBlocked(site: Place, what: string, statement = ''): Promise<void> {
  const books = await openProductDatabase(site)
  const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'fairhouse' AND wait_event_type = 'Lock' AND query ILIKE $1`
  try {
    await until(async () => (await books.query(blocked, [`${statement}%`])).rowCount! > 0, what)
  } finally {
    await books.end()
  }
}

async function queryUntilFound<Row extends pg.QueryResultRow>(
  site: Place,
  sql: string,
  values: unknown[] = [],
): Promise<Row | undefined> {
  const books = await openProductDatabase(site)
  try {
    return (await books.query<Row>(sql, values)).rows[0]
  } finally {
    await books.end()
  }
}

const simulateFaults = (site: Place, body: string) =>
  send(`${site.sandboxUrl}/faults`, 'POST', { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

export type PartnerRecord = { id: string; reference: string; status: string; timesPaid?: number }

/** Returns the partner's record of an invoice. */
export function partnerRecordOf(
  { dataDir }: Pick<Place, 'dataDir'>,
  list: 'payments' | 'payouts',
  invoiceId: string,
): PartnerRecord | undefined {
  const records = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as Record<
    typeof list,
    Record<string, PartnerRecord>
  >
  return Object.values(records[list]).find(({ reference }) => reference === invoiceId)
}

async function openDeposit({ player, requests: asked }: Scene): Promise<{ invoiceId: string; action: string }> {
  const { body } = await startDeposit(player, amount)
  asked.push({ kind: 'deposit', invoiceId: body.invoiceId, amount, isPaid: false })
  return body
}

/** Opens a deposit and pays it on the partner's page. */
async function payDeposit(scene: Scene): Promise<string> {
  const { invoiceId, action } = await openDeposit(scene)
  await pay(scene, action)
  return invoiceId
}

async function pay({ requests: asked }: Scene, action: string): Promise<void> {
  const deposit = asked.findLast((each) => each.kind === 'deposit')!
  deposit.isPaid = (await decide(action, 'pay')).status === 303
}

/** Does not wait for the response, which may never arrive. */
function requestWithdrawal({ player, requests: asked }: Scene): Promise<Reply> {
  const request: SentRequest = { kind: 'withdrawal', key: randomUUID(), amount, answer: null }
  asked.push(request)
  return withdraw(player, amount, request.key).then((answer) => (request.answer = answer))
}

function requestPlay({ site, seat, requests: asked }: Scene): Promise<Reply> {
  const request: SentRequest = { kind: 'play', playId: randomUUID(), answer: null }
  asked.push(request)
  return play(site, seat, request.playId).then((answer) => (request.answer = answer))
}

const walletLock = 'SELECT FROM wallet.accounts WHERE player_id = $1 FOR UPDATE'
const roundIn = async ({ site, player }: Scene, state: string) =>
  (
    await queryUntilFound<{ id: string }>(site, 'SELECT id FROM studio.rounds WHERE state = $1 AND owner = $2', [
      state,
      player.id,
    ])
  )?.id

/** Stops a new play while its combined bet and win wait for the wallet. */
async function waitForBet(scene: Scene): Promise<() => Promise<void>> {
  const releaseWallet = await holdLock(scene.site, walletLock, [scene.player.id])
  void requestPlay(scene)
  await untilBlocked(scene.site, 'the bet waits for the wallet')
  return releaseWallet
}

const cancelBlocked = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'fairhouse' AND wait_event_type = 'Lock'`

/** Stops a play after its combined call failed, when the studio repeats the bet alone, which waits for the wallet. */
async function waitForRepeatedBet(scene: Scene): Promise<() => Promise<void>> {
  const releaseWallet = await waitForBet(scene)
  await queryUntilFound(scene.site, cancelBlocked)
  await until(
    async () =>
      (await queryUntilFound(
        scene.site,
        `SELECT FROM studio.rounds WHERE owner = $1 AND attempts > 0 AND state = 'betting'`,
        [scene.player.id],
      )) !== undefined,
    'the round waits for another try',
  )
  await untilBlocked(scene.site, 'the bet waits for the wallet again')
  return releaseWallet
}

/** Stops a play when its bet is posted and the studio cannot record that yet. */
async function waitForPostedBet(scene: Scene): Promise<() => Promise<void>> {
  const releaseWallet = await waitForRepeatedBet(scene)
  const id = await roundIn(scene, 'betting')
  const releaseRound = await holdLock(scene.site, 'SELECT FROM studio.rounds WHERE id = $1 FOR UPDATE', [id])
  await releaseWallet()
  await untilBlocked(scene.site, 'the studio waits to write the bet down')
  return releaseRound
}

/**
 * Stops a play when its bet is posted, the outcome is stored, and the win waits for the wallet: a lock queued behind
 * the bet is granted before the win. On a busy machine the bet may stop waiting and be repeated behind that lock; then
 * another play is tried.
 */
async function waitForWin(scene: Scene): Promise<() => Promise<void>> {
  for (let attempt = 1; ; attempt++) {
    const releaseBet = await waitForRepeatedBet(scene)
    const queued = holdLock(scene.site, walletLock, [scene.player.id])
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query = $1`
    await until(
      async () => (await queryUntilFound(scene.site, waiting, [walletLock])) !== undefined,
      'the test queues for the wallet',
    )
    await releaseBet()
    const releaseWallet = await queued
    try {
      await until(async () => (await roundIn(scene, 'accepted')) !== undefined, 'a round is accepted', 7_000)
      await untilBlocked(scene.site, 'the win waits for the wallet')
      return releaseWallet
    } catch (error) {
      await releaseWallet()
      if (attempt === 3) throw error
      await until(async () => (await roundIn(scene, 'betting')) === undefined, 'the round is not open any more')
    }
  }
}

/** Stops a play when bet and win are posted and the studio cannot record that yet. */
async function waitForPostedWin(scene: Scene): Promise<() => Promise<void>> {
  const releaseWallet = await waitForBet(scene)
  const id = await roundIn(scene, 'betting')
  const releaseRound = await holdLock(scene.site, 'SELECT FROM studio.rounds WHERE id = $1 FOR UPDATE', [id])
  await releaseWallet()
  await untilBlocked(scene.site, 'the studio waits to write the result down')
  return releaseRound
}

export const steps: Record<string, Step> = {
  'deposit: the invoice is not written yet': async (scene) => {
    const release = await holdLock(scene.site, 'LOCK TABLE payments.invoices IN SHARE MODE')
    void startDeposit(scene.player, amount)
    await untilBlocked(scene.site, 'the invoice waits', 'insert into "payments"."invoices"')
    return release
  },
  'deposit: the partner was called, its answer never came': async (scene) => {
    await simulateFaults(scene.site, 'timeouts=1')
    void startDeposit(scene.player, amount)
    let invoiceId = ''
    await until(async () => {
      const row = await queryUntilFound<{ id: string }>(
        scene.site,
        `SELECT id FROM payments.invoices WHERE player_id = $1 AND stage = 'created'`,
        [scene.player.id],
      )
      return partnerRecordOf(scene.site, 'payments', (invoiceId = row!.id)) !== undefined
    }, 'the partner has the payment')
    scene.requests.push({ kind: 'deposit', invoiceId, amount, isPaid: false })
    return nothing
  },
  'deposit: the notice comes and is not stored': async (scene) => {
    const { action } = await openDeposit(scene)
    const release = await holdLock(scene.site, 'LOCK TABLE payments.callbacks IN SHARE MODE')
    await pay(scene, action)
    await untilBlocked(scene.site, 'the inbox waits', 'insert into "payments"."callbacks"')
    return release
  },
  'deposit: the notice is stored and not worked on': async (scene) => {
    const { invoiceId, action } = await openDeposit(scene)
    const release = await holdLock(scene.site, 'SELECT FROM payments.invoices WHERE id = $1 FOR UPDATE', [invoiceId])
    await pay(scene, action)
    await untilBlocked(scene.site, 'the invoice waits')
    return release
  },
  'deposit: the credit waits for the wallet': async (scene) => {
    const { action } = await openDeposit(scene)
    const release = await holdLock(scene.site, walletLock, [scene.player.id])
    await pay(scene, action)
    await untilBlocked(scene.site, 'the credit waits')
    return release
  },
  'deposit: just settled': async (scene) => {
    const invoiceId = await payDeposit(scene)
    await until(
      async () =>
        (await queryUntilFound(scene.site, 'SELECT FROM payments.invoices WHERE id = $1 AND status = 2', [
          invoiceId,
        ])) !== undefined,
      'the deposit is settled',
    )
    return nothing
  },
  'withdrawal: held, not committed': async (scene) => {
    const release = await holdLock(scene.site, 'LOCK TABLE payments.payouts IN SHARE MODE')
    void requestWithdrawal(scene)
    await untilBlocked(scene.site, 'the payout waits to be queued', 'insert into "payments"."payouts"')
    return release
  },
  'withdrawal: held and answered, not sent': async (scene) => {
    await requestWithdrawal(scene)
    return nothing
  },
  'withdrawal: sent, the answer never came': async (scene) => {
    await simulateFaults(scene.site, 'timeouts=1')
    const { body } = await requestWithdrawal(scene)
    await until(
      async () =>
        (await queryUntilFound(scene.site, `SELECT FROM payments.payouts WHERE invoice_id = $1 AND attempts > 0`, [
          body.id,
        ])) !== undefined,
      'the payout is on its way',
    )
    return nothing
  },
  'withdrawal: paid by the partner, not booked': async (scene) => {
    const { body } = await requestWithdrawal(scene)
    await until(async () => partnerRecordOf(scene.site, 'payouts', body.id) !== undefined, 'the partner has the payout')
    await send(
      `${scene.site.sandboxUrl}/payouts/${partnerRecordOf(scene.site, 'payouts', body.id)!.id}/approve`,
      'POST',
    )
    await until(
      async () =>
        (await queryUntilFound(scene.site, `SELECT FROM payments.invoices WHERE id = $1 AND stage = 'sent'`, [
          body.id,
        ])) !== undefined,
      'the withdrawal is sent',
    )
    const release = await holdLock(scene.site, 'SELECT FROM payments.invoices WHERE id = $1 FOR UPDATE', [body.id])
    await untilBlocked(scene.site, 'the end of the withdrawal waits')
    return release
  },
  'bet and win: wait for the wallet': waitForBet,
  'bet: booked, the studio does not know': waitForPostedBet,
  'win: waits for the wallet': waitForWin,
  'bet and win: booked, the studio does not know': waitForPostedWin,
}

/** Runs all operations at once, for a random duration. */
export const anywhere: Step = async (scene) => {
  void payDeposit(scene).catch(nothing)
  void requestWithdrawal(scene)
  const until = performance.now() + 100 + Math.random() * 700
  void (async () => {
    while (performance.now() < until + 2000 && (await requestPlay(scene)).status === 200);
  })()
  await new Promise((resolve) => setTimeout(resolve, until - performance.now()))
  return nothing
}
