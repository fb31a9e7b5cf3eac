/** A database belongs to one SECRET: with another, digests would not match and nothing encrypted could be read. */
import { lockNamed } from '../locks.ts'
import type { KernelDeps } from '../../deps.ts'
import type { Settings } from '../../settings.ts'
import { deriveKey } from '../secret.ts'
import { storeFormerKeys } from './stored-keys.ts'

const checkOf = (secret: string): string => deriveKey(secret, 'check')

const wrong =
  'SECRET is not the one that this database belongs to: set that one, or name it in FORMER_SECRETS to replace it.'

/**
 * Called at startup. The first start records the secret. A different one throws, unless FORMER_SECRETS contains the
 * recorded one, which is then replaced. Returns whether it was replaced.
 */
export async function acceptSecret(needs: KernelDeps): Promise<boolean> {
  const { secret, formerSecrets } = needs.settings
  return needs.db.transaction(async (tx) => {
    await lockNamed(tx, 'secret')
    const row = await tx.selectFrom('secrets.current').select('check_value').executeTakeFirst()
    if (row?.check_value === checkOf(secret)) return false
    if (row && !formerSecrets.some((former) => checkOf(former) === row.check_value)) throw new Error(wrong)
    await storeFormerKeys(tx, needs)
    const now = needs.clock.now()
    const values = { check_value: checkOf(secret), since: now, renewed_at: formerSecrets.length > 0 ? null : now }
    await tx
      .insertInto('secrets.current')
      .values(values)
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet(values))
      .execute()
    return row !== undefined
  })
}

export function secretInUse({ db }: KernelDeps): Promise<{ check_value: string; since: Date } | undefined> {
  return db.kysely.selectFrom('secrets.current').select(['check_value', 'since']).executeTakeFirst()
}

/** Called before a command on the database, which never replaces the secret. Throws if it differs from the site's. */
export async function checkSecret(deps: KernelDeps): Promise<void> {
  const row = await secretInUse(deps)
  if (!row || row.check_value === checkOf(deps.settings.secret)) return
  const isNext = deps.settings.formerSecrets.some((former) => checkOf(former) === row.check_value)
  throw new Error(isNext ? 'SECRET is new: start the site with it before you use commands.' : wrong)
}

/** The keys that change together with SECRET and for which a former one cannot be used. */
export function keysThatChanged({
  liabilitiesKey,
  webPushKey,
}: Pick<Settings, 'liabilitiesKey' | 'webPushKey'>): string[] {
  const advice =
    'to keep the one before, start with the former SECRET, run "npm run operator -- secret keys" and set it'
  return [
    ...(liabilitiesKey ? [] : [`SECRET is new and LIABILITIES_KEY is not set: reports have another key; ${advice}`]),
    ...(webPushKey ? [] : [`SECRET is new and WEB_PUSH_KEY is not set: push notifications are off for all; ${advice}`]),
  ]
}
