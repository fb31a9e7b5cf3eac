/** Contact data and personal data of a player at the desk. */
import { Readable } from 'node:stream'
import type * as contract from '#contract/desk/player-acts.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { canonicalEmail, isEmail } from '#contract/fields/text.ts'
import { PlayerStatus } from '#contract/identity.ts'
import type { Tx } from '../deps.ts'
import { findPlayer, lockPlayer, normalEmail, updatePlayer } from '../identity/index.ts'
import { audit } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { FileReply } from '../kernel/http/files.ts'
import { readSections } from './export-profile.ts'
import { changeEmail } from './internal/change-email.ts'

export async function changeEmailOfPlayer(
  ctx: DeskCtx,
  { playerId, email: text, reason }: VerbInput<typeof contract.changeEmailOfPlayer>,
): Promise<Result<void, RefusalOf<typeof contract.changeEmailOfPlayer>>> {
  if (!isEmail(text.trim())) return refuse('emailInvalid')
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  const email = canonicalEmail(text)
  return ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<typeof contract.changeEmailOfPlayer>>> => {
    const before = await lockPlayer(tx, playerId)
    if (before.status === PlayerStatus.closed) return refuse('accountClosed')
    if (before.email && normalEmail(before.email) === normalEmail(email)) return refuse('unchanged')
    const by = { device: '', country: '', reason }
    return (await changeEmail(tx, ctx, before, { email, by })) ? ok() : refuse('emailTaken')
  })
}

/** A change of the address, the status or the data since it was asked for makes the request void. */
export const secondPersonOfPlayer = {
  subjectOf: async (_ctx: DeskCtx, { playerId }: { playerId: string }) => `player ${playerId}`,
  async versionOf(tx: Tx, { playerId }: { playerId: string }): Promise<string> {
    if (!(await findPlayer(tx, playerId))) return ''
    const { email, status, updated_at } = await lockPlayer(tx, playerId)
    return JSON.stringify([email, status, updated_at])
  },
}

export async function exportPlayer(
  ctx: DeskCtx,
  { playerId }: VerbInput<typeof contract.exportPlayer>,
): Promise<Result<FileReply, 'playerNotFound'>> {
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  await audit(ctx.db.kysely, ctx, { action: 'profile-exported', playerId })
  const text = Buffer.from(JSON.stringify(await readSections(ctx, playerId), null, 2))
  const name = `player-${playerId}.json`
  return ok(new FileReply({ name, mimeType: 'application/json', size: text.length, bytes: Readable.from([text]) }))
}

/** Who the player is, the documents that prove it, and money, play and protection are kept as long as the law requires. */
export async function erasePlayer(
  ctx: DeskCtx,
  { playerId, reason }: VerbInput<typeof contract.erasePlayer>,
): Promise<Result<{ erased: Record<string, number> }, RefusalOf<typeof contract.erasePlayer>>> {
  type Answer = Result<{ erased: Record<string, number> }, 'accountOpen'>
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const { status } = await lockPlayer(tx, playerId)
    if (status !== PlayerStatus.closed) return refuse('accountOpen')
    const erased: Record<string, number> = {}
    for (const { erase } of ctx.lifecycles) Object.assign(erased, await erase?.(tx, playerId))
    await updatePlayer(tx, playerId, {
      nickname: null,
      freshchat_restore_id: null,
      receives_email_promo: false,
      receives_sms_promo: false,
      updated_at: ctx.clock.now(),
    })
    await audit(tx, ctx, { action: 'personal-data-erased', playerId, detail: { ...erased, reason } })
    return ok({ erased })
  })
}
