/** Passkeys of operators: who has which, and adding, naming and removing the own ones. */
import { randomUUID } from 'node:crypto'
import type * as people from '#contract/desk/people.ts'
import type * as contract from '#contract/desk/passkeys.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import { creationOptions, newPasskey, readAttestation, relyingParty } from '../identity/index.ts'
import { audit, type AuditContext } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { type ChallengeFor, storeChallenge, takeChallenge } from './challenges.ts'
import { lockOperators } from './operators.ts'
import { ensureOpen, hasSteppedUp } from './sessions.ts'

type Owner = { id: string; name: string }
type NewPasskey = NonNullable<Awaited<ReturnType<typeof newPasskey>>>

export const deskParty = ({ settings }: KernelDeps) => relyingParty(settings.desk.url, 'Fairhouse desk')

export async function listPasskeys(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listPasskeys>>> {
  return ok(await passkeysOf(ctx, ctx.actor.name))
}

/** Empty for an unknown operator. */
export async function listPersonPasskeys(
  ctx: DeskCtx,
  { name }: VerbInput<typeof people.listPersonPasskeys>,
): Promise<Result<ReplyOf<typeof people.listPersonPasskeys>>> {
  return ok(await passkeysOf(ctx, name))
}

async function passkeysOf({ db }: KernelDeps, name: string): Promise<contract.Passkey[]> {
  const rows = await db.kysely
    .selectFrom('operators.passkeys as passkey')
    .innerJoin('operators.operators as operator', 'operator.id', 'passkey.operator_id')
    .select(['passkey.id', 'passkey.name', 'passkey.created_at', 'passkey.last_used_at'])
    .where('operator.name', '=', name)
    .orderBy('passkey.created_at')
    .orderBy('passkey.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

type Begin = typeof contract.beginPasskey
export async function beginPasskey(ctx: DeskCtx): Promise<Result<ReplyOf<Begin>, RefusalOf<Begin>>> {
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  return ok(await optionsFor(ctx, ctx.actor, { purpose: 'registration', token: ctx.session.token }))
}

/** Options for `navigator.credentials.create`, whose answer has to come with the token. */
export async function optionsFor(
  deps: KernelDeps,
  { id, name }: Owner,
  challenge: ChallengeFor,
): Promise<Record<string, unknown>> {
  const existing = await deps.db.kysely
    .selectFrom('operators.passkeys')
    .select('credential_id')
    .where('operator_id', '=', id)
    .execute()
  const options = await creationOptions(
    deps,
    deskParty(deps),
    { id, name, displayName: name },
    existing.map(({ credential_id }) => credential_id),
  )
  await storeChallenge(deps, options.challenge, challenge)
  return { ...options }
}

/** Null if the answer is not valid, or not to a challenge of this token. */
export async function takeAttestation(
  deps: KernelDeps,
  answer: unknown,
  challenge: ChallengeFor,
): Promise<NewPasskey | null> {
  const read = readAttestation(answer)
  if (!read || !(await takeChallenge(deps, read.challenge, challenge))) return null
  return newPasskey(deskParty(deps), read)
}

type Add = typeof contract.addPasskey
export async function addPasskey(
  ctx: DeskCtx,
  { name, attestation }: VerbInput<Add>,
): Promise<Result<ReplyOf<Add>, RefusalOf<Add>>> {
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  const passkey = await takeAttestation(ctx, attestation, { purpose: 'registration', token: ctx.session.token })
  if (!passkey) return refuse('passkeyRefused', refusedSentence)
  return ctx.db.transaction(async (tx): Promise<Result<ReplyOf<Add>, RefusalOf<Add>>> => {
    await lockOperators(tx)
    // A new invitation removes passkeys and ends sessions; no passkey is added after it.
    await ensureOpen(tx, ctx)
    const id = await insertPasskey(tx, ctx, ctx.actor.id, { name, passkey })
    if (!id) return refuse('passkeyRefused', refusedSentence)
    await audit(tx, ctx, {
      action: 'operator-passkey-added',
      playerId: null,
      sessionId: ctx.session.sessionId,
      before: null,
      after: { name },
      detail: { passkey: id },
    })
    return ok({ id, name, createdAt: ctx.clock.now().toISOString(), lastUsedAt: null })
  })
}

export const refusedSentence = {
  message: 'This passkey was not accepted. Start again; a request is good for five minutes.',
}

/** Null if the passkey exists already, be it somebody else's. */
export async function insertPasskey(
  tx: Tx,
  { clock }: KernelDeps,
  operatorId: string,
  { name, passkey }: { name: string; passkey: NewPasskey },
): Promise<string | null> {
  const inserted = await tx
    .insertInto('operators.passkeys')
    .values({
      id: randomUUID(),
      operator_id: operatorId,
      ...passkey,
      name,
      created_at: clock.now(),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

type Rename = typeof contract.renamePasskey
export async function renamePasskey(
  ctx: DeskCtx,
  { id, name }: VerbInput<Rename>,
): Promise<Result<void, RefusalOf<Rename>>> {
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  return ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<Rename>>> => {
    await lockOperators(tx)
    await ensureOpen(tx, ctx)
    const passkey = await tx
      .selectFrom('operators.passkeys')
      .select('name')
      .where('id', '=', id)
      .where('operator_id', '=', ctx.actor.id)
      .executeTakeFirst()
    if (!passkey) return refuse('passkeyNotFound')
    if (passkey.name === name) return ok()
    await tx.updateTable('operators.passkeys').set({ name }).where('id', '=', id).execute()
    await audit(tx, ctx, {
      action: 'operator-passkey-renamed',
      playerId: null,
      sessionId: ctx.session.sessionId,
      before: { name: passkey.name },
      after: { name },
      detail: { passkey: id },
    })
    return ok()
  })
}

type Remove = typeof contract.removePasskey
export async function removePasskey(ctx: DeskCtx, { id }: VerbInput<Remove>): Promise<Result<void, RefusalOf<Remove>>> {
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  return ctx.db.transaction(async (tx) => {
    await lockOperators(tx)
    await ensureOpen(tx, ctx)
    return deletePasskey(tx, ctx, { owner: ctx.actor, id })
  })
}

/** The caller has locked the operators. */
export async function deletePasskey(
  tx: Tx,
  context: AuditContext,
  { owner, id }: { owner: Owner; id: string },
): Promise<Result<void, 'passkeyNotFound' | 'lastFactor'>> {
  const passkeys = await tx
    .selectFrom('operators.passkeys as passkey')
    .innerJoin('operators.operators as operator', 'operator.id', 'passkey.operator_id')
    .select(['passkey.id', 'passkey.name', 'operator.password_hash'])
    .where('passkey.operator_id', '=', owner.id)
    .execute()
  const passkey = passkeys.find((each) => each.id === id)
  if (!passkey) return refuse('passkeyNotFound')
  if (passkeys.length === 1 && passkey.password_hash === null) return refuse('lastFactor')
  await tx.deleteFrom('operators.passkeys').where('id', '=', id).execute()
  await audit(tx, context, {
    action: 'operator-passkey-removed',
    playerId: null,
    before: { name: passkey.name },
    after: null,
    detail: { operator: owner.name, passkey: id },
  })
  return ok()
}
