/** Reads the catalogues of outside studios: daily, again after a failure, and when an operator asks for it. */
import type { Deps, KernelDeps } from '../../deps.ts'
import type { CatalogueRefusal, GameStudio } from '../../partners/game-studio/port.ts'
import { type CatalogueChange, saveCatalogue } from './save-catalogue.ts'

type Needs = KernelDeps & { partners: Pick<Deps['partners'], 'gameStudios'> }
type SyncOutcome = { supplier: string } & ({ change: CatalogueChange } | { failure: CatalogueRefusal | 'empty' })

const dayMs = 86_400_000
const retryMs = 600_000
/** A studio that starts with the site answers a moment later. */
const firstRetryMs = 5_000

/** Those that are due; all with `isForced`. */
export async function syncCatalogues(deps: Needs, { isForced = false } = {}): Promise<SyncOutcome[]> {
  const outcomes: SyncOutcome[] = []
  for (const studio of deps.partners.gameStudios)
    if (studio.outside && (isForced || (await isDue(deps, studio.slug)))) outcomes.push(await syncOne(deps, studio))
  return outcomes
}

async function isDue({ db, clock }: Needs, supplier: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('studios.catalogues')
    .select('next_at')
    .where('supplier', '=', supplier)
    .executeTakeFirst()
  return !row || row.next_at <= clock.now()
}

async function syncOne(deps: Needs, { slug: supplier, outside }: GameStudio): Promise<SyncOutcome> {
  const read = await outside!.catalogue()
  // An empty list would take every game off the site: it is more likely the studio's fault than its catalogue.
  const failure = !read.ok ? read.refusal : read.value.length === 0 ? 'empty' : null
  if (failure) {
    deps.log.warn({ supplier, failure }, 'the catalogue of a studio could not be read; its games are unchanged')
    await note(deps, supplier, failure)
    return { supplier, failure }
  }
  const change = await saveCatalogue(deps, supplier, read.ok ? read.value : [])
  await note(deps, supplier, null)
  return { supplier, change }
}

async function note({ db, clock }: Needs, supplier: string, failure: string | null): Promise<void> {
  const now = clock.now()
  const before = await db.kysely
    .selectFrom('studios.catalogues')
    .select('read_at')
    .where('supplier', '=', supplier)
    .executeTakeFirst()
  const waitMs = failure === null ? dayMs : before?.read_at ? retryMs : firstRetryMs
  const row = { attempted_at: now, next_at: new Date(now.getTime() + waitMs), failure }
  const readAt = failure === null ? { read_at: now } : {}
  await db.kysely
    .insertInto('studios.catalogues')
    .values({ supplier, ...row, ...readAt })
    .onConflict((conflict) => conflict.column('supplier').doUpdateSet({ ...row, ...readAt }))
    .execute()
}
