/** Free spins at outside studios: recorded before a studio is notified of them, withdrawn and reported when they have ended here. */
import type { Deps, KernelDeps } from '../../deps.ts'
import type { FreeRounds, GameStudio } from '../../partners/game-studio/port.ts'
import { readFreeSpins } from '../../bonuses/index.ts'
import { findStudio } from './internal/studio-call.ts'

const chunk = 200

/** Before the studio is notified, so that none remains there without a record. */
export async function noteFreeRounds(
  { db, clock }: KernelDeps,
  { slug }: GameStudio,
  { id, playerId }: FreeRounds,
): Promise<void> {
  const now = clock.now()
  await db.kysely
    .insertInto('studios.free_rounds')
    .values({ id, studio: slug, player_id: playerId, state: 'created', created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those that have ended here, each asked for again until its studio answers. */
export async function endFreeRounds(deps: Deps): Promise<number> {
  const open = await deps.db.kysely
    .selectFrom('studios.free_rounds')
    .select(['id', 'studio'])
    .where('state', '=', 'created')
    .orderBy('changed_at')
    .limit(chunk)
    .execute()
  const spins = new Map(
    (
      await readFreeSpins(
        deps,
        open.map(({ id }) => id),
      )
    ).map((each) => [each.id, each]),
  )
  let ended = 0
  // After a failure not asked again in this run: its time limits would delay the other studios.
  const silent = new Set<string>()
  for (const { id, studio: slug } of open) {
    if (silent.has(slug)) continue
    const freeSpins = spins.get(id)
    const studio = findStudio(deps, slug)?.outside
    const isOver = freeSpins && !freeSpins.isActive && studio
    const change = isOver ? await endAtStudio(deps, studio, freeSpins) : null
    if (isOver && !change) silent.add(slug)
    await deps.db.kysely
      .updateTable('studios.free_rounds')
      .set({ ...change, changed_at: deps.clock.now() })
      .where('id', '=', id)
      .execute()
    if (change) ended += 1
  }
  return ended
}

type Outside = NonNullable<GameStudio['outside']>
type FreeSpins = Awaited<ReturnType<typeof readFreeSpins>>[number]

async function endAtStudio(deps: Deps, studio: Outside, { id, currency, used, count }: FreeSpins) {
  const isCancelled = used < count
  if (isCancelled && !(await studio.cancelFreeRounds({ id })).ok) return null
  const report = await studio.reportFreeRounds({ id, currency })
  if (!report.ok) return null
  if (report.value && report.value.used !== used)
    deps.log.warn({ id, used, reported: report.value.used }, 'a studio reports other free rounds than were played here')
  return {
    state: isCancelled ? 'cancelled' : 'finished',
    used: report.value?.used ?? null,
    won: report.value?.won ?? null,
  }
}
