/** A quest whose reward waits to be claimed, for a message about it; null once it was claimed or forfeited. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { readAccepted } from './internal/present.ts'

export async function readToClaim(db: Kysely<Tables>, id: string, locale: string): Promise<{ name: string } | null> {
  const row = await db
    .selectFrom('rewards.player_quests')
    .select(['identity', 'version', 'reward_state', 'is_automatic'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.reward_state !== 'earned' || row.is_automatic) return null
  const { name } = (await readAccepted(db, row)).data
  return { name: name[locale as keyof typeof name] ?? name.en }
}
