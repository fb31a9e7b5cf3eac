/** Puts shipped definitions in force at the first start, and later those that a newer version of the product adds. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Deps, KernelDeps, Tx } from '../../deps.ts'
import type { AnyDefinitionKind } from '../definition-kind.ts'
import type { Settings } from '../../settings.ts'
import { draftDefinition, scheduleDefinition } from './change-definition.ts'
import { lockIdentity } from './definitions.ts'

const shippedFolder = join(import.meta.dirname, '../../../content/rewards')

/** Identities that the database already has are skipped, because operators change them by command. */
export async function seedDefinitions({ db, clock, settings }: KernelDeps, kinds: AnyDefinitionKind[]): Promise<void> {
  for (const kind of kinds) {
    const shipped = readShipped(kind, settings)
    const known = await identitiesOf(db.kysely, kind.kind)
    for (const [identity, data] of Object.entries(shipped))
      if (!known.has(identity)) await db.transaction((tx) => seedOne(tx, clock, kind, identity, data))
  }
}

async function seedOne(
  tx: Tx,
  clock: Deps['clock'],
  kind: AnyDefinitionKind,
  identity: string,
  data: unknown,
): Promise<void> {
  const needs = { clock, actor: { kind: 'system', job: 'start' } as const }
  await lockIdentity(tx, kind.kind, identity)
  // Another process may have added it concurrently.
  if ((await identitiesOf(tx, kind.kind)).has(identity)) return
  const drafted = await draftDefinition(tx, needs, kind, { identity, data, comment: 'as shipped' })
  if (!drafted.ok) throw new Error(`${kind.file}: ${identity}: ${drafted.refusal}\n${drafted.message ?? ''}`)
  const term = { startsAt: clock.now(), endsAt: null }
  const scheduled = await scheduleDefinition(tx, needs, kind, { ...drafted.value, ...term })
  if (!scheduled.ok)
    throw new Error(`${kind.file}: ${identity} cannot start: ${scheduled.message ?? scheduled.refusal}`)
}

async function identitiesOf(db: Tx | Deps['db']['kysely'], kind: string): Promise<Set<string>> {
  const rows = await db.selectFrom('rewards.definitions').select('identity').where('kind', '=', kind).execute()
  return new Set(rows.map(({ identity }) => identity))
}

/** The operator's file replaces the shipped one completely. */
export function readShipped(
  { file }: Pick<AnyDefinitionKind, 'file'>,
  { contentDir }: Pick<Settings, 'contentDir'>,
): Record<string, unknown> {
  const own = contentDir ? join(contentDir, 'rewards', file) : null
  const path = own && existsSync(own) ? own : join(shippedFolder, file)
  const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path} is invalid:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
