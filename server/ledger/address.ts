/** Ledger addresses: `player:<uuid>:cash:EUR`, `house:games:EUR`, `clearing:<partner>:EUR`, `world:<partner>:EUR`. */

export type Bucket = 'cash' | 'bonus' | 'held' | 'vault'
export const buckets: readonly Bucket[] = ['cash', 'bonus', 'held', 'vault']

export type PlayerAddress = { playerId: string; bucket: Bucket; currency: string }

const playerPattern =
  /^player:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):(cash|bonus|held|vault):([A-Z]{3,5})$/
const housePattern = /^(?:house|clearing|world):[a-z0-9-]+:([A-Z]{3,5})$/

export function playerAddress(playerId: string, bucket: Bucket, currency: string): string {
  return `player:${playerId}:${bucket}:${currency}`
}

/** Null for an address that belongs to no player. Throws for an invalid address. */
export function parsePlayer(address: string): PlayerAddress | null {
  if (!address.startsWith('player:')) return null
  const match = playerPattern.exec(address)
  if (!match) throw new Error(`${address} is not a ledger address`)
  return { playerId: match[1]!, bucket: match[2] as Bucket, currency: match[3]! }
}

export function currencyOfHouseAccount(address: string): string {
  const match = housePattern.exec(address)
  if (!match) throw new Error(`${address} is not a ledger address`)
  return match[1]!
}
