import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { baseBackup } from '#server/kernel/db/base-backup.ts'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { cash, deposit, held, movement, openWallet, play, transfer } from './wallets.ts'

const log = { info() {}, debug() {}, warn: console.warn }
const folder = mkdtempSync(join(tmpdir(), 'fairhouse-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Setup = { db: Database; ledger: Ledger; players: string[]; answered: string[]; isOpen: boolean }

/** Runs a client that deposits, plays and withdraws until the site stops, and records the answers. */
async function runClient(
  { db, ledger, players, answered }: Setup,
  isOpen: () => boolean,
  client: number,
): Promise<void> {
  for (let turn = 0; isOpen(); turn++) {
    const player = players[(client + turn) % players.length]!
    const id = `${client} ${turn}`
    const keep = (key: string, result: { ok: boolean }) => void (result.ok && answered.push(key))
    const depositKey = randomUUID()
    keep(
      `deposit ${depositKey}`,
      await withInvoice(
        db,
        ledger,
        player,
        depositKey,
        1,
        500,
        movement({ ...deposit(player, 500, `deposit ${depositKey}`), reference: { kind: 'invoice', id: depositKey } }),
      ),
    )
    keep(
      `bet ${id}`,
      await ledger.post(play({ kind: 'bet', player, roundId: `r ${id}`, amount: 30, key: `bet ${id}` })),
    )
    keep(
      `win ${id}`,
      await ledger.post(
        play({ kind: 'win', player, roundId: `r ${id}`, amount: 45, key: `win ${id}`, isFinished: true }),
      ),
    )
    const withdrawalKey = randomUUID()
    const hold = movement({
      kind: 'withdrawal-hold',
      idempotencyKey: `hold ${withdrawalKey}`,
      transfers: [transfer(cash(player), held(player), 20)],
      reference: { kind: 'invoice', id: withdrawalKey },
    })
    keep(`hold ${withdrawalKey}`, await withInvoice(db, ledger, player, withdrawalKey, 2, 20, hold))
  }
}

/** Writes the invoice and its movement in one transaction, as payments do. */
function withInvoice(
  db: Database,
  ledger: Ledger,
  player: string,
  id: string,
  type: 1 | 2,
  amount: number,
  posting: Parameters<Ledger['post']>[0],
) {
  return db.transaction(async (tx) => {
    const { id: account } = await tx
      .selectFrom('wallet.accounts')
      .select('id')
      .where('player_id', '=', player)
      .executeTakeFirstOrThrow()
    const now = new Date()
    const [status, stage] = type === 1 ? [2, 'paid'] : [1, 'created']
    await tx
      .insertInto('payments.invoices')
      .values({
        id,
        player_id: player,
        account_id: account,
        type,
        status,
        stage,
        partner: 'sandbox',
        method: 'test',
        currency: 'EUR',
        amount: BigInt(amount),
        created_at: now,
        updated_at: now,
      })
      .execute()
    await tx.insertInto('payments.invoice_events').values({ invoice_id: id, stage, at: now }).execute()
    return ledger.postIn(tx, posting)
  })
}

async function keysIn(db: Database): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ idempotency_key: string }>('SELECT idempotency_key FROM ledger.movements')
  return new Set(rows.map((row) => row.idempotency_key))
}

// Shows: fault 11
longTest(
  'a backup made under load and started elsewhere keeps every invariant, and has every movement that was answered before it',
  { timeout: 90_000 },
  async () => {
    const [dataDir, copyDir] = [join(folder, 'house'), join(folder, 'copy')]
    const server = await startEmbedded({ dataDir, log })
    await migrate({ url: server.url(), log })
    const db = await connect({ url: server.url(), log, poolSize: 20 })
    const app: Setup = {
      db,
      ledger: createLedger({ db }),
      players: await Promise.all(Array.from({ length: 5 }, () => openWallet(db))),
      answered: [],
      isOpen: true,
    }
    const clients = Array.from({ length: 8 }, (_, client) => runClient(app, () => app.isOpen, client))
    await expect.poll(() => app.answered.length, { timeout: 20_000 }).toBeGreaterThan(400)
    const before = [...app.answered]
    await cp(join(dataDir, 'postgres.password'), join(copyDir, 'postgres.password'))
    await baseBackup({ url: server.url(), cluster: join(dataDir, 'postgres'), target: join(copyDir, 'postgres') })
    const during = app.answered.length - before.length
    // The site continues after the backup, and none of this may be partly in the copy.
    await expect.poll(() => app.answered.length, { timeout: 20_000 }).toBeGreaterThan(before.length + during + 100)
    app.isOpen = false
    await Promise.all(clients)
    const all = await keysIn(db)
    await app.ledger.close()
    await db.close()
    await server.stop()

    const restored = await startEmbedded({ dataDir: copyDir, log })
    await migrate({ url: restored.url(), log })
    const copy = await connect({ url: restored.url(), log, poolSize: 4 })
    try {
      expect(await findBreaches(copy.pool, allInvariants)).toEqual([])
      const restoredKeys = await keysIn(copy)
      expect(before.filter((key) => !restoredKeys.has(key))).toEqual([])
      expect([...restoredKeys].filter((key) => !all.has(key))).toEqual([])
      expect(during).toBeGreaterThan(0)
      // Money can be moved in the restored site.
      const ledger = createLedger({ db: copy })
      expect((await ledger.post(play({ kind: 'bet', player: app.players[0]!, roundId: 'after', amount: 1 }))).ok).toBe(
        true,
      )
      await ledger.close()
      expect(await findBreaches(copy.pool, allInvariants)).toEqual([])
    } finally {
      await copy.close()
      await restored.stop()
    }
  },
)
