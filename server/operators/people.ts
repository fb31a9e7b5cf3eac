/** Managing operators at the desk: invitations, roles, the end of an access. */
import { randomUUID } from 'node:crypto'
import { includesScope, type Scope } from '#contract/desk/scopes.ts'
import type * as contract from '#contract/desk/people.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import type { OperatorActor, SystemActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { isOperatorName, lockOperators } from './operators.ts'
import { deletePasskey } from './passkeys.ts'
import { readRoles, type RoleInForce, scopesOf } from './roles.ts'
import { endSessionsOf, hasSteppedUp } from './sessions.ts'
import { digestOf, newToken } from './tokens.ts'

const invitationMs = 24 * 3_600_000
/** Whoever has it can give every other right, so one active operator must. */
const managing: Scope = 'operators:decide'

export async function listPeople(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listPeople>>> {
  const rows = await ctx.db.kysely
    .selectFrom('operators.operators as operator')
    .leftJoin('operators.sessions as session', 'session.operator_id', 'operator.id')
    .select(({ fn }) => [
      'operator.name',
      'operator.roles',
      'operator.enrolled_at',
      'operator.created_at',
      'operator.ended_at',
      fn.max('session.active_at').as('active_at'),
    ])
    .groupBy('operator.id')
    .orderBy('operator.ended_at', (order) => order.desc().nullsFirst())
    .orderBy('operator.name')
    .execute()
  return ok(
    rows.map((row) => ({
      name: row.name,
      roles: row.roles,
      state: row.ended_at ? ('ended' as const) : row.enrolled_at ? ('active' as const) : ('invited' as const),
      createdAt: row.created_at.toISOString(),
      activeAt: row.active_at?.toISOString() ?? null,
    })),
  )
}

export async function listRoles(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listRoles>>> {
  return ok(await readRoles(ctx.db.kysely))
}

export async function invitePerson(
  ctx: DeskCtx,
  { name, roles }: VerbInput<typeof contract.invitePerson>,
): Promise<Result<ReplyOf<typeof contract.invitePerson>, RefusalOf<typeof contract.invitePerson>>> {
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  return invite(ctx, { name, roles }, (inForce) => (mayGive(ctx.actor, scopesOf(inForce, roles)) ? null : 'notYours'))
}

/** By whoever has the database, which is the only way to the first manager. */
export function inviteFromCommand(
  deps: KernelDeps & { actor: SystemActor },
  person: { name: string; roles: string[] },
): Promise<Result<Invited, 'nameInvalid' | 'nameTaken' | 'roleUnknown'>> {
  return invite<never>(deps, person, () => null)
}

type Invited = { link: string; expiresAt: string }

async function invite<Refusal extends string>(
  deps: KernelDeps & { actor: OperatorActor | SystemActor },
  { name, roles }: { name: string; roles: string[] },
  refusalOf: (inForce: RoleInForce[]) => Refusal | null,
): Promise<Result<Invited, 'nameInvalid' | 'nameTaken' | 'roleUnknown' | Refusal>> {
  if (!isOperatorName(name)) return refuse('nameInvalid')
  return deps.db.transaction(async (tx): Promise<Result<Invited, 'nameTaken' | 'roleUnknown' | Refusal>> => {
    await lockOperators(tx)
    const inForce = await readRoles(tx)
    if (!areKnown(inForce, roles)) return refuse('roleUnknown')
    const refusal = refusalOf(inForce)
    if (refusal !== null) return refuse(refusal)
    const invitation = newInvitation(deps)
    const added = await tx
      .insertInto('operators.operators')
      .values({
        id: randomUUID(),
        name,
        roles,
        created_at: deps.clock.now(),
        invited_by: deps.actor.kind === 'operator' ? deps.actor.id : null,
        ...invitation.stored,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('nameTaken')
    await audit(tx, deps, {
      action: 'operator-invited',
      playerId: null,
      before: null,
      after: { state: 'invited', roles },
      detail: { operator: name },
    })
    return ok(invitation.shown)
  })
}

export async function inviteAgain(
  ctx: DeskCtx,
  { name }: VerbInput<typeof contract.inviteAgain>,
): Promise<Result<ReplyOf<typeof contract.inviteAgain>, RefusalOf<typeof contract.inviteAgain>>> {
  return change(ctx, name, async (tx, person, { isWithinOwn }) => {
    if (!isWithinOwn) return refuse('notYours')
    const invitation = newInvitation(ctx)
    await tx
      .updateTable('operators.operators')
      .set({
        ...invitation.stored,
        invited_by: ctx.actor.id,
        enrolled_at: null,
        password_hash: null,
        authenticator_key: null,
      })
      .where('id', '=', person.id)
      .execute()
    await tx.deleteFrom('operators.passkeys').where('operator_id', '=', person.id).execute()
    await endSessionsOf(tx, person.id, ctx.clock.now())
    await audit(tx, ctx, {
      action: 'operator-invited',
      playerId: null,
      before: { state: person.enrolled_at ? 'active' : 'invited' },
      after: { state: 'invited' },
      detail: { operator: name },
    })
    return ok(invitation.shown)
  })
}

export async function changeRoles(
  ctx: DeskCtx,
  { name, roles }: VerbInput<typeof contract.changeRoles>,
): Promise<Result<void, RefusalOf<typeof contract.changeRoles>>> {
  return change(ctx, name, async (tx, person, { inForce, isWithinOwn, isLastManager }) => {
    if (!areKnown(inForce, roles)) return refuse('roleUnknown')
    const scopes = scopesOf(inForce, roles)
    if (!isWithinOwn || !mayGive(ctx.actor, scopes)) return refuse('notYours')
    if (isLastManager && !includesScope(scopes, managing)) return refuse('lastManager')
    await tx.updateTable('operators.operators').set({ roles }).where('id', '=', person.id).execute()
    await audit(tx, ctx, {
      action: 'operator-roles-changed',
      playerId: null,
      before: { roles: person.roles },
      after: { roles },
      detail: { operator: name },
    })
    return ok()
  })
}

export async function endPerson(
  ctx: DeskCtx,
  { name }: VerbInput<typeof contract.endPerson>,
): Promise<Result<void, RefusalOf<typeof contract.endPerson>>> {
  return change(ctx, name, async (tx, person, { isWithinOwn, isLastManager }) => {
    if (!isWithinOwn) return refuse('notYours')
    if (isLastManager) return refuse('lastManager')
    await endAccess(tx, ctx, { id: person.id, name })
    return ok()
  })
}

/** By whoever has the database, also the last manager's, such as one who acts alone against the owner's will. */
export async function endFromCommand(
  deps: KernelDeps & { actor: SystemActor },
  name: string,
): Promise<Result<void, 'personNotFound'>> {
  return deps.db.transaction(async (tx) => {
    await lockOperators(tx)
    const person = await tx
      .selectFrom('operators.operators')
      .select(['id', 'name'])
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!person) return refuse('personNotFound')
    await endAccess(tx, deps, person)
    return ok()
  })
}

async function endAccess(
  tx: Tx,
  deps: KernelDeps & { actor: OperatorActor | SystemActor },
  { id, name }: { id: string; name: string },
): Promise<void> {
  const now = deps.clock.now()
  await tx
    .updateTable('operators.operators')
    .set({ ended_at: now, invitation_hash: null, invited_until: null })
    .where('id', '=', id)
    .execute()
  await endSessionsOf(tx, id, now)
  await audit(tx, deps, {
    action: 'operator-ended',
    playerId: null,
    before: { state: 'active' },
    after: { state: 'ended' },
    detail: { operator: name },
  })
}

/** Such as one on a lost device. The owner keeps another way to sign in; otherwise they need a new invitation. */
export async function removePersonPasskey(
  ctx: DeskCtx,
  { name, passkeyId }: VerbInput<typeof contract.removePersonPasskey>,
): Promise<Result<void, RefusalOf<typeof contract.removePersonPasskey>>> {
  return change(ctx, name, async (tx, person, { isWithinOwn }) =>
    isWithinOwn ? deletePasskey(tx, ctx, { owner: { id: person.id, name }, id: passkeyId }) : refuse('notYours'),
  )
}

/** Giving rights needs a second person; ending an access does not, because it may be urgent. */
export const rightsOf = {
  subjectOf: async (_ctx: DeskCtx, { name }: { name: string }) => `operator ${name}`,
  async versionOf(tx: Tx, { name }: { name: string }): Promise<string> {
    await lockOperators(tx)
    const row = await tx
      .selectFrom('operators.operators')
      .select(['roles', 'enrolled_at', 'ended_at'])
      .where('name', '=', name)
      .executeTakeFirst()
    return JSON.stringify(row ? [row.roles, row.enrolled_at !== null, row.ended_at] : null)
  },
}

type Row = { id: string; roles: string[]; enrolled_at: Date | null }
type Standing = {
  inForce: RoleInForce[]
  /** The acting operator has every scope of the person. */
  isWithinOwn: boolean
  /** Nobody else who has enrolled could manage operators. */
  isLastManager: boolean
}
type Guard = 'stepUpRequired' | 'personNotFound' | 'yourself'

/** The guards of every change of another person, under the lock of all operators. */
async function change<Value, Refusal extends string>(
  ctx: DeskCtx,
  name: string,
  work: (tx: Tx, person: Row, standing: Standing) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | Guard>> {
  if (!hasSteppedUp(ctx)) return refuse('stepUpRequired')
  return ctx.db.transaction(async (tx): Promise<Result<Value, Refusal | Guard>> => {
    await lockOperators(tx)
    const active = await tx
      .selectFrom('operators.operators')
      .select(['id', 'name', 'roles', 'enrolled_at'])
      .where('ended_at', 'is', null)
      .execute()
    const person = active.find((each) => each.name === name)
    if (!person) return refuse('personNotFound')
    if (person.id === ctx.actor.id || name === ctx.approval?.approver) return refuse('yourself')
    const inForce = await readRoles(tx)
    const isLastManager = !active.some(
      ({ id, roles, enrolled_at }) =>
        id !== person.id && enrolled_at !== null && includesScope(scopesOf(inForce, roles), managing),
    )
    return work(tx, person, {
      inForce,
      isWithinOwn: mayGive(ctx.actor, scopesOf(inForce, person.roles)),
      isLastManager,
    })
  })
}

const mayGive = ({ scopes }: OperatorActor, given: string[]): boolean =>
  given.every((scope) => includesScope(scopes, scope as Scope))

const areKnown = (inForce: RoleInForce[], roles: string[]): boolean =>
  roles.every((each) => inForce.some(({ role }) => role === each))

function newInvitation({ clock, randomBytes, settings }: KernelDeps) {
  const token = newToken(randomBytes)
  const expiresAt = new Date(clock.now().getTime() + invitationMs)
  return {
    stored: { invitation_hash: digestOf(token), invited_until: expiresAt },
    // After the #, so that no server or proxy logs it.
    shown: { link: `${settings.desk.url}/enrol#${token}`, expiresAt: expiresAt.toISOString() },
  }
}
