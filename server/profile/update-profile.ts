/** Changes the fields that the profile form offers; other fields in a body are ignored. */
import { sql } from 'kysely'
import type * as contract from '#contract/identity.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { cleanText, canonicalEmail } from '#contract/fields/text.ts'
import { faultOf } from '#contract/fields/rules.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx, Tx } from '../deps.ts'
import { mayAttempt, perHour } from '../kernel/attempts.ts'
import { findZone } from '../kernel/time-zones.ts'
import { audit } from '../kernel/audit.ts'
import { withdrawMarketing } from '../messaging/index.ts'
import {
  deviceOf,
  faultsOfForm,
  type FieldFaults,
  hasFaults,
  hasSteppedUp,
  isReserved,
  lockOpenSession,
  lockPlayer,
  normalEmail,
  type Player,
  readDetails,
  readPlayer,
  updatePlayer,
  verifiedFields,
} from '../identity/index.ts'
import { changeEmail } from './internal/change-email.ts'
import { presentProfile } from './internal/present-profile.ts'
import { columnsOf, detailsOf, notOffered, type ProfileInput } from './internal/profile-values.ts'
import { playerTexts } from '../kernel/player-texts.ts'

type Endpoint = typeof contract.updateProfile
type Answer = Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>

const uniqueViolation = '23505'
/** How often a player may learn that an address is taken. */
const emailAttempts = (playerId: string) => [{ key: `email-change:player:${playerId}`, limit: perHour(5) }]

export async function updateProfile(ctx: PlayerCtx, input: ProfileInput): Promise<Answer> {
  const { id: playerId, sessionId } = ctx.caller.player
  const player = await readPlayer(ctx.db.kysely, playerId)
  const sent = input.email === undefined ? null : canonicalEmail(input.email)
  const email = sent === (player.email ?? '') ? null : sent
  const faults = { ...faultsOf(ctx, player, input), ...(email !== null && emailFaults(ctx, email)) }
  const zone = input.timeZone?.trim()
  const known = zone && !faults.timeZone ? await findZone(ctx.db.kysely, zone) : undefined
  if (known === null) faults.timeZone = [playerTexts(ctx).notice('optionNotOffered')]
  if (hasFaults(faults)) return refuse('fieldsInvalid', { fields: faults })
  const isNewAddress = email !== null && normalEmail(email) !== normalEmail(player.email ?? '')
  if (isNewAddress && !(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  if (isNewAddress && !(await mayAttempt(ctx, emailAttempts(playerId)))) return refuseEmail(ctx, 'tooManyAttempts')
  const update = ctx.db.transaction(async (tx): Promise<Answer> => {
    const before = await lockPlayer(tx, playerId)
    if (before.status === PlayerStatus.closed) return refuse('accountClosed')
    await lockOpenSession(tx, ctx)
    // The identity check may have been decided since the form was validated.
    if (hasFaults(frozenFaults(ctx, before, input)))
      return refuse('fieldsInvalid', { fields: frozenFaults(ctx, before, input) })
    const { userAgent, country } = ctx.caller
    const by = { sessionId, device: deviceOf(userAgent), country: country ?? '' }
    if (isNewAddress && !(await changeEmail(tx, ctx, before, { email, by }))) return refuseEmail(ctx, 'emailTaken')
    const after = await write(tx, ctx, { ...input, ...(known && { timeZone: known }) })
    for (const { reviewProofs } of ctx.lifecycles) await reviewProofs?.(ctx, tx, playerId)
    return ok(await presentProfile(tx, after, { sessionId, now: ctx.clock.now() }))
  })
  // Of two players who choose the same address concurrently, the database accepts one.
  return update.catch((error: { code?: string }) => {
    if (error.code === uniqueViolation) return refuseEmail(ctx, 'emailTaken')
    throw error
  })
}

async function write(tx: Tx, ctx: PlayerCtx, input: ProfileInput): Promise<Player> {
  const { id: playerId, sessionId } = ctx.caller.player
  const { given, taken } = detailsOf(input)
  if (input.receiveEmailPromo === 0) await withdrawMarketing(tx, ctx, { playerId, medium: 'mail' })
  if (input.receiveSmsPromo === 0) await withdrawMarketing(tx, ctx, { playerId, medium: 'sms' })
  const row = await updatePlayer(tx, playerId, {
    ...columnsOf(input),
    updated_at: ctx.clock.now(),
    details: sql`(details || ${JSON.stringify(given)}::jsonb) - ${taken}::text[]`,
  })
  const fields = Object.keys(input).filter((field) => input[field as keyof ProfileInput] !== undefined)
  const { showsNickname } = input
  const detail = { fields, ...(showsNickname !== undefined && { showsNickname }) }
  if (fields.length > 0) await audit(tx, ctx, { action: 'profile-changed', playerId, sessionId, detail })
  return row
}

function faultsOf(ctx: PlayerCtx, player: Player, input: ProfileInput): FieldFaults {
  const sent = Object.keys(input).filter((field) => input[field as keyof ProfileInput] !== undefined)
  const owner = { country: player.country, isVerified: player.identity_verified_at !== null }
  const faults = faultsOfForm(ctx, 'profile', input, sent, owner)
  for (const field of notOffered(input))
    faults[field] ??= [playerTexts(ctx).notice(field === 'locale' ? 'localeNotOffered' : 'optionNotOffered')]
  // A stored name that would be refused today may be submitted unchanged.
  const isNewName = input.nickname !== undefined && input.nickname.trim() !== cleanText(player.nickname ?? '').trim()
  if (isNewName && isReserved(ctx, input.nickname!)) faults.nickname ??= [playerTexts(ctx).notice('nameReserved')]
  return { ...faults, ...frozenFaults(ctx, player, input) }
}

/** Values confirmed by the identity check may be resubmitted unchanged, but not changed. */
function frozenFaults(ctx: PlayerCtx, player: Player, input: ProfileInput): FieldFaults {
  if (!player.identity_verified_at) return {}
  const current: Record<string, unknown> = {
    ...readDetails(player.details),
    firstName: player.first_name,
    lastName: player.last_name,
  }
  const changed = verifiedFields.filter((field) => {
    const sent = input[field as keyof ProfileInput]
    return sent !== undefined && String(sent).trim() !== (current[field] ?? '')
  })
  return Object.fromEntries(changed.map((field) => [field, [playerTexts(ctx).notice('fieldVerified')]]))
}

function emailFaults(ctx: PlayerCtx, email: string): FieldFaults {
  const { messages, nameOf } = playerTexts(ctx)
  const fault = faultOf(
    email,
    { required: true, email: true, maxLength: 254 },
    { today: ctx.clock.now(), valueOf: () => undefined, nameOf },
    messages,
  )
  return fault ? { email: [fault] } : {}
}

function refuseEmail(ctx: PlayerCtx, why: 'emailTaken' | 'tooManyAttempts') {
  return refuse('fieldsInvalid', { fields: { email: [playerTexts(ctx).notice(why)] } })
}
