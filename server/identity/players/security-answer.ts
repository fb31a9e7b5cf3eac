/**
 * A player's security question and the hash of its answer. It helps support to identify a caller and grants no access:
 * it replaces neither the password nor a second factor.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'

export type SecurityAnswer = { question: string; hash: string }

/** The form that is hashed has letters and digits only, so that case, spaces and punctuation do not matter. */
export function normalAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

export async function storeSecurityAnswer(
  tx: Tx,
  { playerId, question, hash, at }: SecurityAnswer & { playerId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('identity.security_answers')
    .values({ player_id: playerId, question, answer_hash: hash, set_at: at })
    .execute()
}

export async function removeSecurityAnswer(tx: Tx, playerId: string): Promise<void> {
  await tx.deleteFrom('identity.security_answers').where('player_id', '=', playerId).execute()
}

export async function readSecurityAnswer(db: Kysely<Tables>, playerId: string): Promise<SecurityAnswer | null> {
  const row = await db
    .selectFrom('identity.security_answers')
    .select(['question', 'answer_hash as hash'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row ?? null
}
