/** Converts a movement to the arguments of the posting function, and rejects invalid ones. */
import { currencyOfHouseAccount, parsePlayer } from './address.ts'
import { kindOf } from './kinds.ts'
import type { HouseAccountIds } from './house-accounts.ts'
import type { Movement } from './ledger.ts'

/** Accounts of a leg: 1 cash, 2 bonus, 3 held, 4 vault of the movement's wallet, otherwise a house account's id. */
const bucketNumber = { cash: '1', bonus: '2', held: '3', vault: '4' } as const
/** Entries are numbered below 100 within their movement. */
const maxTransfers = 40

/** `name` identifies it. */
export type Wallet = { playerId: string; currency: string; name: string }
export type Item = {
  movement: Movement
  wallet: Wallet | null
  /** What may be in flight only once: the idempotency key, the round, and the key of the named bet. */
  exclusive: string[]
  /** Flat triples: from, to, amount. */
  legs: string[]
}

export function prepare(movement: Movement, house: HouseAccountIds): Item {
  const { transfers, round } = movement
  if (transfers.length > maxTransfers) throw new Error(`a movement has at most ${maxTransfers} transfers`)
  const named = round ?? movement.wallet
  let wallet: Wallet | null = named ? walletOf(named.playerId, named.currency) : null
  const legs: string[] = []
  for (const { from, to, amount } of transfers) {
    if (typeof amount !== 'bigint' || amount <= 0n) throw new Error(`a transfer moves a positive amount, not ${amount}`)
    const currencies = new Set<string>()
    for (const address of [from, to]) {
      const player = parsePlayer(address)
      currencies.add(player?.currency ?? currencyOfHouseAccount(address))
      if (!player) {
        legs.push(String(house.get(address)!))
        continue
      }
      wallet ??= walletOf(player.playerId, player.currency)
      if (wallet.playerId !== player.playerId || wallet.currency !== player.currency)
        throw new Error('a movement touches one wallet: post two in one transaction')
      legs.push(bucketNumber[player.bucket])
    }
    if (currencies.size > 1) throw new Error(`${from} and ${to} are of different currencies`)
    if (from === to) throw new Error(`${from} cannot pay itself`)
    legs.push(String(amount))
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
  return { movement, wallet, exclusive, legs: isRollback ? [] : legs }
}

function walletOf(playerId: string, currency: string): Wallet {
  return { playerId, currency, name: `${playerId} ${currency}` }
}
