/** Contact data and personal data of a player at the desk. */
import { Readable } from 'node:stream'
import type * as contract from '#contract/desk/player-acts.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { canonicalEmail, isEmail } from '#contract/fields/text.ts'
import { PlayerStatus } from '#contract/identity.ts'
import type { Tx } from '../deps.ts'
import {
  changePhone,
  findPlayer,
  lockPlayer,
  normalEmail,
  readPhone,
  tellOfAct,
  updatePlayer,
} from '../identity/index.ts'
import { audit } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { FileReply } from '../kernel/http/files.ts'
import { readSections } from './export-profile.ts'
import { changeEmail } from './internal/change-email.ts'

const uniqueViolation = '23505'

export async function changeEmailOfPlayer(
  ctx: DeskCtx,
  { playerId, email: text, reason }: VerbInput<typeof contract.changeEmailOfPlayer>,
): Promise<Result<void, RefusalOf<typeof contract.changeEmailOfPlayer>>> {
  if (!isEmail(text.trim())) return refuse('emailInvalid')
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  const email = canonicalEmail(text)
  const change = ctx.db.transaction(
    async (tx): Promise<Result<void, RefusalOf<typeof contract.changeEmailOfPlayer>>> => {
      const before = await lockPlayer(tx, playerId)
      if (before.status === PlayerStatus.closed) return refuse('accountClosed')
      if (before.email && normalEmail(before.email) === normalEmail(email)) return refuse('unchanged')
      const by = { device: '', country: '', reason }
      return (await changeEmail(tx, ctx, before, { email, by })) ? ok() : refuse('emailTaken')
    },
  )
  return change.catch(whenTaken('emailTaken'))
}

export async function changePhoneOfPlayer(
  ctx: DeskCtx,
  { playerId, phone: text, reason }: VerbInput<typeof contract.changePhoneOfPlayer>,
): Promise<Result<void, RefusalOf<typeof contract.changePhoneOfPlayer>>> {
  // Without the plus a national number could be read as one of another country.
  const number = text.trim().startsWith('+') ? readPhone(text) : null
  if (!number?.takesTexts) return refuse('phoneInvalid')
  const phone = number.digits
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  const change = ctx.db.transaction(
    async (tx): Promise<Result<void, RefusalOf<typeof contract.changePhoneOfPlayer>>> => {
      const before = await lockPlayer(tx, playerId)
      if (before.status === PlayerStatus.closed) return refuse('accountClosed')
      if (before.phone === phone) return refuse('unchanged')
      if (!(await changePhone(tx, ctx, before, { phone, confirmedAt: null }))) return refuse('phoneTaken')
      // Not the whole number: whoever reads the mailbox may not be the player.
      await tellOfAct(tx, ctx, playerId, { act: 'phoneChanged', values: { phone: `•••${phone.slice(-3)}` } })
      await audit(tx, ctx, { action: 'phone-changed', playerId, before: before.phone, after: phone, reason })
      return ok()
    },
  )
  return change.catch(whenTaken('phoneTaken'))
}

/** Another player takes it at the same moment: the database accepts one. */
function whenTaken<Refusal extends string>(refusal: Refusal) {
  return (error: Error & { code?: string }) => {
    if (error.code === uniqueViolation) return refuse(refusal)
    throw error
  }
}

/** A change of the address, the phone, the status or the data since it was asked for makes the request void. */
export const secondPersonOfPlayer = {
  subjectOf: async (_ctx: DeskCtx, { playerId }: { playerId: string }) => `player ${playerId}`,
  async versionOf(tx: Tx, { playerId }: { playerId: string }): Promise<string> {
    if (!(await findPlayer(tx, playerId))) return ''
    const { email, phone, status, updated_at } = await lockPlayer(tx, playerId)
    return JSON.stringify([email, phone, status, updated_at])
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
    // The data themselves are gone, so the entry has how many there were.
    const none = Object.fromEntries(Object.keys(erased).map((what) => [what, 0]))
    await audit(tx, ctx, { action: 'personal-data-erased', playerId, before: erased, after: none, reason })
    return ok({ erased })
  })
}
