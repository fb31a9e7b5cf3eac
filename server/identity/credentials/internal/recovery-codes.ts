/** Ten recovery codes for a lost authenticator: 50 random bits each, stored as keyed hashes, each valid once. */
import { createHmac } from 'node:crypto'
import type { KernelDeps, Tx } from '../../../deps.ts'
import { deriveKey } from '../../../kernel/secret.ts'
import { storedKeys } from '../../../kernel/secrets/stored-keys.ts'

const codes = 10
/**
 * Letters and digits without similar-looking ones. There are 32, so each of a code's ten characters has five random
 * bits.
 */
const alphabet = 'abcdefghjkmnpqrstuvwxyz123456789'

/**
 * The codes of an authenticator are derived from its secret, so that concurrent and repeated confirmations return the
 * same list. The plain codes are available only here. Used codes stay used; codes of a former authenticator are
 * deleted.
 */
export async function makeRecoveryCodes(
  tx: Tx,
  ctx: KernelDeps,
  playerId: string,
  secret: Uint8Array,
): Promise<string[]> {
  const plainCodes = Array.from({ length: codes }, (_, index) => {
    const random = createHmac('sha256', deriveKey(ctx.settings.secret, 'recovery-code-list'))
      .update(`${playerId}:${index}:`)
      .update(secret)
      .digest()
    const letters = Array.from(random.subarray(0, 10), (byte) => alphabet[byte % alphabet.length]!).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
  const key = deriveKey(ctx.settings.secret, 'recovery-code')
  const rows = plainCodes.map((code) => ({ player_id: playerId, code_hash: hashOf(key, playerId, code) }))
  await tx
    .deleteFrom('credentials.recovery_codes')
    .where('player_id', '=', playerId)
    .where(
      'code_hash',
      'not in',
      rows.map(({ code_hash }) => code_hash),
    )
    .execute()
  await tx
    .insertInto('credentials.recovery_codes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return plainCodes
}

/** Consumes a code. False if it is not one of the player's, or was used before. */
export async function useRecoveryCode(ctx: KernelDeps, playerId: string, code: string): Promise<boolean> {
  const plain = code.trim().toLowerCase()
  if (!/^[a-z1-9]{5}-?[a-z1-9]{5}$/.test(plain)) return false
  const keys = [
    deriveKey(ctx.settings.secret, 'recovery-code'),
    ...(await storedKeys(ctx.db.kysely, ctx, 'recovery-code')),
  ]
  const used = await ctx.db.kysely
    .updateTable('credentials.recovery_codes')
    .set({ used_at: ctx.clock.now() })
    .where('player_id', '=', playerId)
    .where(
      'code_hash',
      'in',
      keys.map((key) => hashOf(key, playerId, plain)),
    )
    .where('used_at', 'is', null)
    .returning('player_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function forgetRecoveryCodes(tx: Tx, playerId: string): Promise<void> {
  await tx.deleteFrom('credentials.recovery_codes').where('player_id', '=', playerId).execute()
}

function hashOf(key: string, playerId: string, code: string): Buffer {
  return createHmac('sha256', key)
    .update(`${playerId}:${code.replace('-', '')}`)
    .digest()
}
