/** Joins the player's quest, as `earned`, with which a grant `g` was earned. */
import { type RawBuilder, sql } from 'kysely'

export const earnedWithQuest = (identity: string): RawBuilder<unknown> =>
  sql`JOIN rewards.player_quests AS earned ON earned.id::text = g.source_id AND earned.identity = ${identity}`
