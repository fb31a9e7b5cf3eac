/** Codes for links in messages: 256 random bits, stored as a hash, single-use and short-lived. */
import { createHash } from 'node:crypto'
import { deleteExpired } from './db/delete-expired.ts'
import type { KernelDeps, Tx } from '../deps.ts'

export type LinkPurpose = 'email-confirmation' | 'password-reset' | 'autologin' | 'sign-in-approval'

/** Returns the code to put into the link; `address` is its destination, for purposes that prove the address. */
export async function issueLinkCode(
  tx: Tx,
  ctx: KernelDeps,
  {
    purpose,
    playerId,
    address,
    ttlSeconds,
  }: { purpose: LinkPurpose; playerId: string; address?: string; ttlSeconds: number },
): Promise<string> {
  const now = ctx.clock.now()
  const code = Buffer.from(ctx.randomBytes(32)).toString('base64url')
  await tx
    .insertInto('identity.link_codes')
    .values({
      code_hash: hashLinkCode(code),
      purpose,
      player_id: playerId,
      address: address ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + ttlSeconds * 1000),
    })
    .execute()
  await deleteExpired(tx, { table: 'identity.link_codes', keys: 'code_hash', expiry: 'expires_at' }, now)
  return code
}

/**
 * The owner of a code that can be consumed now; otherwise null. The caller locks the owner's row before it consumes the
 * code, in the same order as changes of the player that invalidate codes.
 */
export async function readLinkOwner(
  tx: Tx,
  ctx: KernelDeps,
  { purpose, code }: { purpose: LinkPurpose; code: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('identity.link_codes')
    .select('player_id')
    .where('code_hash', '=', hashLinkCode(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  return row?.player_id ?? null
}

/** Consumes the code and returns its owner; null for a code that is used, expired, of another purpose or unknown. */
export async function consumeLinkCode(
  tx: Tx,
  ctx: KernelDeps,
  { purpose, code }: { purpose: LinkPurpose; code: string },
): Promise<{ playerId: string; address: string | null } | null> {
  const now = ctx.clock.now()
  const used = await tx
    .updateTable('identity.link_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hashLinkCode(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['player_id', 'address'])
    .executeTakeFirst()
  return used ? { playerId: used.player_id, address: used.address } : null
}

export function hashLinkCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
