/** Definitions at the desk: the same endpoints for each area, with the kinds that belong to it. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type DefinitionArea, definitionAreas, definitions, type DefinitionState } from '#contract/desk/definitions.ts'
import { ok, refuse, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type { Tx } from '../../deps.ts'
import type { AnyDefinitionKind, DefinitionKind } from '../definition-kind.ts'
import { bindDesk, type BoundRoute } from '../http/bind.ts'
import type { DeskCtx } from '../http/desk-session.ts'
import { locales } from '../locales.ts'
import { policyPlaces, readPolicy } from '../policy.ts'
import { archiveDefinition, draftDefinition, endDefinition, scheduleDefinition } from './change-definition.ts'
import { lockIdentity } from './definitions.ts'
import { changesBetween } from './internal/changes.ts'
import { textsOf } from './internal/texts.ts'

type Kind = DefinitionKind
type Contract = (typeof definitions)[DefinitionArea]

/** The endpoints of every area that has kinds. */
export function definitionRoutes(kinds: readonly AnyDefinitionKind[]): BoundRoute[] {
  return definitionAreas.flatMap((area) =>
    routesOf(
      area,
      (kinds as readonly Kind[]).filter((kind) => kind.area === area),
    ),
  )
}

function routesOf(area: DefinitionArea, kinds: readonly Kind[]): BoundRoute[] {
  // The types of one area stand for all, because they differ in path and scope only.
  const contract = definitions[area] as (typeof definitions)['rewards']
  /** Roles and rules about operators change with a second person only. */
  const second = area === 'operators' ? { secondPerson } : {}
  const find = (name: string) => kinds.find(({ kind }) => kind === name)
  return [
    bindDesk(contract.list, (ctx) => list(ctx, kinds)),
    bindDesk(contract.schema, async (_ctx, { kind: name }) => {
      const kind = find(name)
      return kind ? ok(z.toJSONSchema(kind.schema, { io: 'input' }) as Record<string, unknown>) : refuse('kindUnknown')
    }),
    bindDesk(contract.read, async (ctx, { kind: name, identity }) => {
      const kind = find(name)
      return kind ? readAll(ctx, kind, identity) : refuse('kindUnknown')
    }),
    bindDesk(contract.check, async (ctx, { kind: name, identity, data }) => {
      const kind = find(name)
      return kind ? check(ctx, kind, identity, data) : refuse('kindUnknown')
    }),
    bindDesk(contract.draft, async (ctx, { kind: name, identity, data, reason }) => {
      const kind = find(name)
      if (!kind) return refuse('kindUnknown')
      return ctx.db.transaction((tx) => draftDefinition(tx, ctx, kind, { identity, data, comment: reason }))
    }),
    bindDesk(
      contract.schedule,
      async (ctx, { kind: name, identity, version, startsAt, endsAt }) => {
        const kind = find(name)
        if (!kind) return refuse('kindUnknown')
        const term = {
          startsAt: startsAt === null ? ctx.clock.now() : new Date(startsAt),
          endsAt: endsAt === null ? null : new Date(endsAt),
        }
        return ctx.db.transaction((tx) => scheduleDefinition(tx, ctx, kind, { identity, version, ...term }))
      },
      second,
    ),
    bindDesk(
      contract.end,
      async (ctx, { kind: name, identity, reason }) => {
        const kind = find(name)
        if (!kind) return refuse('kindUnknown')
        const ended = await ctx.db.transaction((tx) => endDefinition(tx, ctx, kind, identity, reason))
        return ended.ok ? ok() : ended
      },
      second,
    ),
    bindDesk(
      contract.archive,
      async (ctx, { kind: name, identity, version }) => {
        const kind = find(name)
        if (!kind) return refuse('kindUnknown')
        const archived = await ctx.db.transaction((tx) => archiveDefinition(tx, ctx, kind, { identity, version }))
        return archived.ok ? ok() : archived
      },
      second,
    ),
  ]
}

type Named = { kind: string; identity: string; version?: number }
const secondPerson = {
  subjectOf: async (_ctx: DeskCtx, { kind, identity, version }: Named) =>
    [kind, identity, ...(version === undefined ? [] : [`version ${version}`])].join(' '),
  /** The state of every version of the definition. */
  async versionOf(tx: Tx, { kind, identity }: Named) {
    await lockIdentity(tx, kind, identity)
    const rows = await tx
      .selectFrom('rewards.definitions')
      .select(['version', 'state'])
      .where('kind', '=', kind)
      .where('identity', '=', identity)
      .orderBy('version')
      .execute()
    return rows.map(({ version, state }) => `${version} ${state}`).join(', ')
  },
}

async function list(ctx: DeskCtx, kinds: readonly Kind[]): Promise<Result<ReplyOf<Contract['list']>>> {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  const rows = await versions(ctx)
    .where('kind', 'in', ['', ...byName.keys()])
    .where(({ eb, or }) =>
      or([
        eb('state', 'in', ['scheduled', 'active']),
        eb(
          'version',
          '=',
          sql<number>`(SELECT max(other.version) FROM rewards.definitions AS other
            WHERE other.kind = definitions.kind AND other.identity = definitions.identity)`,
        ),
      ]),
    )
    .orderBy('kind')
    .orderBy('identity')
    .orderBy('version', 'desc')
    .execute()
  return ok({
    kinds: [...byName.keys()],
    definitions: rows.map((row) => ({
      kind: row.kind,
      identity: row.identity,
      ...describeVersion(byName.get(row.kind)!, row),
    })),
  })
}

async function readAll(
  ctx: DeskCtx,
  kind: Kind,
  identity: string,
): Promise<Result<ReplyOf<Contract['read']>, 'kindUnknown'>> {
  const rows = await versions(ctx)
    .where('kind', '=', kind.kind)
    .where('identity', '=', identity)
    .orderBy('version', 'desc')
    .execute()
  return ok(
    rows.map((row, index) => ({
      ...describeVersion(kind, row),
      data: row.data,
      changes: index + 1 < rows.length ? changesBetween(rows[index + 1]!.data, row.data) : [],
    })),
  )
}

async function check(
  ctx: DeskCtx,
  kind: Kind,
  identity: string,
  data: unknown,
): Promise<Result<ReplyOf<Contract['check']>>> {
  const parsed = kind.schema.safeParse(data)
  const others = await versions(ctx).where('kind', '=', kind.kind).where('identity', '=', identity).execute()
  const base = others.find(({ state }) => state === 'active') ?? others.toSorted((a, b) => b.version - a.version)[0]
  const changes = base ? changesBetween(base.data, data) : []
  const texts = textsOf(data).map(([name, written]) => ({
    name,
    texts: written,
    missing: locales.map(({ code }) => code).filter((code) => !written[code]),
  }))
  if (!parsed.success)
    return ok({
      faults: parsed.error.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message,
      })),
      description: null,
      changes,
      texts,
      forbiddenIn: [],
    })
  const fault = kind.newVersionFault?.(parsed.data)
  const forbiddenIn = policyPlaces(ctx.settings).flatMap((country) => {
    const rule = kind.brokenRule?.(parsed.data, readPolicy(country, ctx.settings), ctx)
    return rule ? [{ country, rule }] : []
  })
  return ok({
    faults: fault ? [{ path: [], message: fault }] : [],
    description: kind.describe(parsed.data),
    changes,
    texts,
    forbiddenIn,
  })
}

const versions = ({ db }: DeskCtx) => db.kysely.selectFrom('rewards.definitions').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof versions>['execute']>>[number]

function describeVersion(kind: Kind, row: Row) {
  const parsed = kind.schema.safeParse(row.data)
  return {
    version: row.version,
    state: row.state as DefinitionState,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    actor: row.actor,
    comment: row.comment,
    description: parsed.success ? kind.describe(parsed.data) : null,
  }
}
