/** Inserts bonuses without an offer or a deposit, for tests that only need a player to have one. */
import { randomUUID } from 'node:crypto'

type Owner = { asOwner(sql: string, values?: unknown[]): Promise<unknown> }
type BonusOptions = { playerId: string; currency?: string; status: 1 | 2 }

/** Inserts 50.00 of the welcome offer with a turnover of ten times: issued (1) or active (2). */
export async function insertBonus(
  { asOwner }: Owner,
  { playerId, currency = 'EUR', status }: BonusOptions,
): Promise<void> {
  await asOwner(
    `INSERT INTO bonuses.player_bonuses (id, player_id, bonus_id, offer_version, terms, is_once, type, status, currency, amount, wager_total, created_at, activated_at, expires_at)
    VALUES ($1, $2, 'welcome-100', 1, '{"name": {"en": "Welcome"}, "wagering": 10, "contribution": {"kinds": {"slot": 100, "dice": 100}, "games": {}}}', false, 1, $3, $4, 5000, 50000, now(), now(), '2999-01-01')`,
    [randomUUID(), playerId, status, currency],
  )
}
export const deleteBonuses = ({ asOwner }: Owner, playerId: string) =>
  asOwner('DELETE FROM bonuses.player_bonuses WHERE player_id = $1', [playerId])
