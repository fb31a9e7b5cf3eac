/**
 * Collects a player's money in one wallet to cover a debt: first from its vault, then from the other wallets and their
 * vaults at the current rates, without a spread. Players therefore cannot evade a charge by moving money between
 * wallets.
 */
import type { Subunits } from '#contract/money.ts'
import type { LedgerDeps, Tx } from '../../deps.ts'
import {
  chargeIn,
  chargeOut,
  type LockedWallet,
  lockWallets,
  player as account,
  vaultCharged,
} from '../../ledger/index.ts'
import { findCurrency, readUsableRates } from '../../reference/index.ts'
import { cancelUncovered } from '../vault/cancel-uncovered.ts'
import { convert, convertBackUp, type Pair } from './internal/rate.ts'

/** `amount`: the cash that the wallet should reach, in subunits. `cause` makes the keys of the movements unique. */
export type Gathering = { playerId: string; currency: string; amount: bigint; cause: string; label?: string }

/**
 * Returns the wallet's cash afterwards, at most `amount`. Locks all wallets of the player. Wallets without a usable
 * rate are skipped.
 */
export async function gatherCash(deps: LedgerDeps, tx: Tx, gathering: Gathering): Promise<bigint> {
  const { playerId, currency, amount } = gathering
  const wallets = await lockWallets(tx, playerId)
  const target = wallets.find((wallet) => wallet.currency === currency)
  if (!target) return 0n
  let gathered = min(target.cash, amount)
  gathered += await fromVault(deps, tx, gathering, target, amount - gathered)
  for (const wallet of wallets) {
    if (gathered >= amount) break
    if (wallet !== target) gathered += await fromOther(deps, tx, gathering, wallet, amount - gathered)
  }
  return gathered
}

async function fromVault(
  deps: LedgerDeps,
  tx: Tx,
  gathering: Gathering,
  { vault }: LockedWallet,
  missing: bigint,
): Promise<bigint> {
  const amount = min(vault, missing)
  if (amount === 0n) return 0n
  const { playerId, currency } = gathering
  await post(deps, tx, gathering, 'vault', vaultCharged.of({ playerId, currency, amount: amount as Subunits }))
  await cancelUncovered(tx, deps, { playerId, currency, left: vault - amount })
  return amount
}

/**
 * Moves money from another wallet. The amounts debited and credited are worth the same, except for less than a subunit.
 */
async function fromOther(
  deps: LedgerDeps,
  tx: Tx,
  gathering: Gathering,
  other: LockedWallet,
  missing: bigint,
): Promise<bigint> {
  const pair = other.cash + other.vault > 0n ? await readPair(deps, tx, other.currency, gathering.currency) : null
  if (!pair) return 0n
  const debited = min(convertBackUp(missing, pair), other.cash + other.vault)
  const credited = min(convert(debited, pair), missing)
  if (credited === 0n) return 0n
  const cash = min(debited, other.cash)
  const { playerId, currency } = gathering
  const from = { playerId, currency: other.currency }
  const to = `house:exchange:${other.currency}`
  await post(deps, tx, gathering, `${other.currency}:out`, {
    kind: chargeOut.name,
    transfers: [
      { from: account.cash.of(from), to, amount: cash as Subunits },
      { from: account.vault.of(from), to, amount: (debited - cash) as Subunits },
    ].filter((transfer) => transfer.amount > 0n),
  })
  await cancelUncovered(tx, deps, { ...from, left: other.vault - (debited - cash) })
  await post(
    deps,
    tx,
    gathering,
    `${other.currency}:in`,
    chargeIn.of({ playerId, currency, amount: credited as Subunits }),
  )
  return credited
}

async function readPair(deps: LedgerDeps, tx: Tx, from: string, to: string): Promise<Pair | null> {
  const usable = await readUsableRates(tx, deps, [from, to])
  const side = (code: string) => ({ rate: usable!.rates[code]!, subunitToUnit: findCurrency(code)!.subunitToUnit })
  return usable && { from: side(from), to: side(to), spreadPercent: 0 }
}

async function post(
  { ledger, clock }: LedgerDeps,
  tx: Tx,
  { cause, label }: Gathering,
  part: string,
  movement: ReturnType<typeof chargeIn.of>,
): Promise<void> {
  const posted = await ledger.postIn(tx, {
    ...movement,
    actor: 'charge',
    idempotencyKey: `charge:${cause}:${part}`,
    requestHash: '',
    reference: { kind: 'other', id: cause, ...(label && { label }) },
    at: clock.now(),
  })
  if (!posted.ok) throw new Error(`a charge was not gathered: ${posted.refusal}`)
}

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other)
