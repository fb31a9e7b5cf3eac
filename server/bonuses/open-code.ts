/** Unlocks the offer of a code for a player, from the codes endpoint or from registration. */
import { randomUUID } from 'node:crypto'
import { BonusTrigger } from '#contract/bonuses.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { GameDeps, KernelDeps, Tx } from '../deps.ts'
import type { Policy } from '../kernel/policy.ts'
import { brokenRule } from './internal/permitted.ts'
import { publishCode } from './internal/publish-code.ts'
import { type Offer, readOffers } from './offers.ts'

export async function offerOfCode(db: Kysely<Tables>, entered: string): Promise<Offer | undefined> {
  const code = entered.trim().toUpperCase()
  return (await readOffers(db)).find((offer) => offer.code === code)
}

/** Resolves to the id of the player's code; null if the code is unknown or the player had it before. */
export async function openCode(
  tx: Tx,
  ctx: KernelDeps,
  { playerId, code }: { playerId: string; code: string },
): Promise<string | null> {
  const offer = await offerOfCode(tx, code)
  if (!offer) return null
  const row = await tx
    .insertInto('bonuses.player_codes')
    .values({
      id: randomUUID(),
      player_id: playerId,
      code: offer.code!,
      bonus_id: offer.id,
      trigger: BonusTrigger.deposit,
      added_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row) await publishCode(tx, row, 1)
  return row?.id ?? null
}

/** Opens a code at registration. False if it is unknown, or not available under the policy of the player's country. */
export async function openCodeOfRegistration(
  tx: Tx,
  ctx: KernelDeps & GameDeps,
  { policy, ...registration }: { playerId: string; code: string; policy: Policy },
): Promise<boolean> {
  const offer = await offerOfCode(tx, registration.code)
  return offer !== undefined && !brokenRule(offer, policy, ctx) && (await openCode(tx, ctx, registration)) !== null
}
