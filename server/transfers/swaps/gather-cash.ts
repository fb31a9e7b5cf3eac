/**
 * Brings a player's money together in one wallet, for what the player owes: first from its vault, then from the other
 * wallets and their vaults at the current rates, without a spread. Moving money between wallets evades no charge.
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

/** `amount`: in subunits, what the wallet's cash should reach. `cause` makes the movements' keys unique. */
export type Gathering = { playerId: string; currency: string; amount: bigint; cause: string; label?: string }

/**
 * Returns the wallet's cash afterwards, at most `amount`. Locks all wallets of the player. A wallet without a usable
 * rate is left alone.
 */
export async function gatherCash(deps: LedgerDeps, tx: Tx, wanted: Gathering): Promise<bigint> {
  const { playerId, currency, amount } = wanted
  const wallets = await lockWallets(tx, playerId)
  const own = wallets.find((wallet) => wallet.currency === currency)
  if (!own) return 0n
  let gathered = least(own.cash, amount)
  gathered += await fromVault(deps, tx, wanted, own, amount - gathered)
  for (const wallet of wallets) {
    if (gathered >= amount) break
    if (wallet !== own) gathered += await fromOther(deps, tx, wanted, wallet, amount - gathered)
  }
  return gathered
}

async function fromVault(
  deps: LedgerDeps,
  tx: Tx,
  wanted: Gathering,
  { vault }: LockedWallet,
  missing: bigint,
): Promise<bigint> {
  const amount = least(vault, missing)
  if (amount === 0n) return 0n
  const { playerId, currency } = wanted
  await post(deps, tx, wanted, 'vault', vaultCharged.of({ playerId, currency, amount: amount as Subunits }))
  await cancelUncovered(tx, deps, { playerId, currency, left: vault - amount })
  return amount
}

/** What the other wallet has less of, and this one more, is worth the same but for less than a subunit. */
async function fromOther(
  deps: LedgerDeps,
  tx: Tx,
  wanted: Gathering,
  other: LockedWallet,
  missing: bigint,
): Promise<bigint> {
  const pair = other.cash + other.vault > 0n ? await readPair(deps, tx, other.currency, wanted.currency) : null
  if (!pair) return 0n
  const taken = least(convertBackUp(missing, pair), other.cash + other.vault)
  const credited = least(convert(taken, pair), missing)
  if (credited === 0n) return 0n
  const cash = least(taken, other.cash)
  const { playerId, currency } = wanted
  const from = { playerId, currency: other.currency }
  const to = `house:exchange:${other.currency}`
  await post(deps, tx, wanted, `${other.currency}:out`, {
    kind: chargeOut.name,
    transfers: [
      { from: account.cash.of(from), to, amount: cash as Subunits },
      { from: account.vault.of(from), to, amount: (taken - cash) as Subunits },
    ].filter((transfer) => transfer.amount > 0n),
  })
  await cancelUncovered(tx, deps, { ...from, left: other.vault - (taken - cash) })
  await post(
    deps,
    tx,
    wanted,
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

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
