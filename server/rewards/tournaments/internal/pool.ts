/** The prize pool: put aside when a run starts, and returned as far as nobody wins it. */
import { sql } from 'kysely'
import type { Subunits } from '#contract/money.ts'
import type { LedgerDeps, Tx } from '../../../deps.ts'
import { prizesFunded, prizesReturned, tournamentFee } from '../../../ledger/index.ts'
import { baseCurrency } from '../../../reference/index.ts'
import { putRun, type Run } from './runs.ts'

type Paid = Pick<Run, 'id' | 'identity'>

const rewards = `house:rewards:${baseCurrency}`
const prizes = `house:prizes:${baseCurrency}`
const fees = `house:tournament-fees:${baseCurrency}`

export async function fundPool(tx: Tx, deps: LedgerDeps, run: Paid & Pick<Run, 'pool'>): Promise<void> {
  await post(tx, deps, run, { kind: prizesFunded.name, key: 'funded', from: rewards, to: prizes, amount: run.pool })
}

/** `key` names the reason, so that each amount is returned once. The caller has locked the run. */
export async function returnToRewards(
  tx: Tx,
  deps: LedgerDeps,
  run: Paid,
  { key, amount }: { key: string; amount: bigint },
): Promise<void> {
  if (amount === 0n) return
  await post(tx, deps, run, { kind: prizesReturned.name, key, from: prizes, to: rewards, amount })
  await putRun(tx, run, { returned: sql<bigint>`returned + ${amount}` })
}

/** The operator's part of the entries. The caller has locked the run, and stores the amount with its ranking. */
export async function takeFees(tx: Tx, deps: LedgerDeps, run: Paid, amount: bigint): Promise<void> {
  await post(tx, deps, run, { kind: tournamentFee.name, key: 'fees', from: prizes, to: fees, amount })
}

async function post(
  tx: Tx,
  { ledger }: LedgerDeps,
  { identity }: Paid,
  { kind, key, from, to, amount }: { kind: string; key: string; from: string; to: string; amount: bigint },
): Promise<void> {
  if (amount === 0n) return
  const posted = await ledger.postIn(tx, {
    kind,
    actor: 'tournaments',
    idempotencyKey: `${identity}:${key}`,
    requestHash: String(amount),
    reference: { kind: 'other', id: identity },
    transfers: [{ from, to, amount: amount as Subunits }],
  })
  if (!posted.ok || posted.value.isReplay)
    throw new Error(`${kind} of ${identity} (${key}) was posted before or refused`)
}
