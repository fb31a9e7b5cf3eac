/** Converts a movement to what the posting function takes, and rejects invalid ones. */
import { currencyOfHouseAccount, parsePlayer } from './address.ts'
import { kindOf } from './kinds.ts'
import type { HouseAccountIds } from './house-accounts.ts'
import type { Movement } from './ledger.ts'

/** Accounts of the movement's own wallet (server/kernel/db/functions/01-names.sql). */
export const ownAccount = { cash: 1n, bonus: 2n, held: 3n, vault: 4n } as const
/** Entries are numbered below 100 within their movement. */
const maxTransfers = 40

/** `name` identifies it. */
export type Wallet = { playerId: string; currency: string; name: string }
export type Item = {
  movement: Movement
  wallet: Wallet | null
  /** What may be in flight only once: the idempotency key, the round, and the key of the named bet. */
  exclusive: string[]
  transfers: NumberedTransfer[]
}
/** Between accounts of the movement's own wallet and ids of house accounts. */
export type NumberedTransfer = { source: bigint; target: bigint; amount: bigint }

export function prepare(movement: Movement, house: HouseAccountIds): Item {
  const { transfers, round } = movement
  if (transfers.length > maxTransfers) throw new Error(`a movement has at most ${maxTransfers} transfers`)
  const named = round ?? movement.wallet
  let wallet: Wallet | null = named ? walletOf(named.playerId, named.currency) : null
  const numbered: NumberedTransfer[] = []
  for (const { from, to, amount } of transfers) {
    if (typeof amount !== 'bigint' || amount <= 0n) throw new Error(`a transfer moves a positive amount, not ${amount}`)
    const currencies = new Set<string>()
    const [source, target] = [from, to].map((address) => {
      const player = parsePlayer(address)
      currencies.add(player?.currency ?? currencyOfHouseAccount(address))
      if (!player) return house.get(address)!
      wallet ??= walletOf(player.playerId, player.currency)
      if (wallet.playerId !== player.playerId || wallet.currency !== player.currency)
        throw new Error('a movement touches one wallet: post two in one transaction')
      return ownAccount[player.bucket]
    }) as [bigint, bigint]
    if (currencies.size > 1) throw new Error(`${from} and ${to} are of different currencies`)
    if (from === to) throw new Error(`${from} cannot pay itself`)
    numbered.push({ source, target, amount })
  }
  const isRollback = movement.kind === 'rollback'
  const { isGated } = kindOf(movement.kind, transfers)
  if (isGated && !movement.gate) throw new Error(`a ${movement.kind} must name its session`)
  if (movement.gate && movement.gate !== 'none' && !(wallet && movement.at))
    throw new Error('a bet check needs a wallet and a time')
  if (isRollback && !round?.betTransactionId) throw new Error('a rollback names its round and its bet')
  const exclusive = [`key ${movement.actor} ${movement.idempotencyKey}`]
  if (round) exclusive.push(`round ${round.studio} ${round.id}`)
  if (round?.betTransactionId && round.betTransactionId !== movement.idempotencyKey)
    exclusive.push(`key ${movement.actor} ${round.betTransactionId}`)
  return { movement, wallet, exclusive, transfers: isRollback ? [] : numbered }
}

function walletOf(playerId: string, currency: string): Wallet {
  return { playerId, currency, name: `${playerId} ${currency}` }
}
