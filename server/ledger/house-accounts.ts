/**
 * Ids of the accounts that belong to no player: opened at first use and cached, so that posting stays one round trip.
 */
import type pg from 'pg'
import type { Movement } from './ledger.ts'

export type HouseAccountIds = ReadonlyMap<string, bigint>
export type HouseAccounts = {
  /** Null if the movement names an unknown account. */
  known(movement: Movement): HouseAccountIds | null
  open(movement: Movement): Promise<HouseAccountIds>
  /** After an outage: another server may lack the accounts that were opened last. */
  forget(): void
}

export function houseAccounts(pool: pg.Pool): HouseAccounts {
  const ids = new Map<string, bigint>()
  const isKnown = (address: string) => address.startsWith('player:') || ids.has(address)
  const opening = new Map<string, Promise<void>>()
  /** Queried once, however many movements wait for it. */
  const openOnce = (address: string): Promise<void> => {
    const under = opening.get(address) ?? openAccount(address).finally(() => opening.delete(address))
    opening.set(address, under)
    return under
  }
  async function openAccount(address: string): Promise<void> {
    // On its own connection: a cached account must not disappear with another transaction's rollback.
    const { rows } = await pool.query<{ id: bigint }>('SELECT ledger.house_account($1) AS id', [address])
    ids.set(address, rows[0]!.id)
  }
  return {
    known: ({ transfers }) => (transfers.every(({ from, to }) => isKnown(from) && isKnown(to)) ? ids : null),
    async open({ transfers }) {
      const missing = new Set(transfers.flatMap(({ from, to }) => [from, to]).filter((address) => !isKnown(address)))
      for (const address of missing) await openOnce(address)
      return ids
    },
    forget: () => ids.clear(),
  }
}
