/** Collections of games at the desk. */
import { z } from 'zod'
import type * as contract from '#contract/desk/collections.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import {
  collectionSchema,
  defineCollection,
  listVersions,
  orderCollections,
  removeCollection,
  rollBack,
} from '../../reference/index.ts'
import { catalogueOf, type Entry, findGames, offeredTo } from './internal/catalogue.ts'
import { membersOf, warningsOf } from './collection-members.ts'

const shownVersions = 20
const shownGames = 40
const mostFound = 20

export async function listDeskCollections(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listDeskCollections>>> {
  const versions = await listVersions(ctx.db.kysely, 'collections', shownVersions)
  const [newest] = versions
  return ok({
    version: newest!.version,
    collections: await Promise.all(
      newest!.data.map(async (rule) => ({
        identity: rule.identity,
        data: rule,
        games: (await membersOf(ctx, rule)).length,
      })),
    ),
    schema: z.toJSONSchema(collectionSchema, { io: 'input' }) as Record<string, unknown>,
    versions: versions.map(({ version, at, actor, comment }) => ({ version, at: at.toISOString(), actor, comment })),
  })
}

export async function previewCollection(
  ctx: DeskCtx,
  { data, locale, country }: VerbInput<typeof contract.previewCollection>,
): Promise<Result<ReplyOf<typeof contract.previewCollection>>> {
  const parsed = collectionSchema.safeParse(data)
  if (!parsed.success)
    return ok({
      faults: parsed.error.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message,
      })),
      warnings: [],
      name: '',
      isShown: false,
      games: [],
      total: 0,
    })
  const rule = parsed.data
  // The visitor's country decides about the law, blocks of studios and switches, as it does on the site.
  const isOffered = await offeredTo({ ...ctx, caller: { ...ctx.caller, country } })
  const games = (await membersOf(ctx, rule)).filter(isOffered)
  const { countries = [] } = rule
  return ok({
    faults: [],
    warnings: await warningsOf(ctx, rule),
    name: rule.name[locale] ?? rule.name.en,
    isShown: (countries.length === 0 || (country !== null && countries.includes(country))) && games.length > 0,
    games: games.slice(0, shownGames).map((entry) => presentGame(entry, locale)),
    total: games.length,
  })
}

export async function findCollectionGames(
  ctx: DeskCtx,
  { text, slugs }: VerbInput<typeof contract.findCollectionGames>,
): Promise<Result<ReplyOf<typeof contract.findCollectionGames>>> {
  if (slugs !== '') return ok(findGames(ctx, slugs.split(',')).map((entry) => presentGame(entry, 'en')))
  const words = text.trim().toLowerCase()
  if (words === '') return ok([])
  const found = catalogueOf(ctx).entries.filter(
    ({ game, maker }) =>
      game.slug.includes(words) ||
      game.text('en').name.toLowerCase().includes(words) ||
      maker.name.toLowerCase().includes(words),
  )
  return ok(found.slice(0, mostFound).map((entry) => presentGame(entry, 'en')))
}

const presentGame = ({ game, maker, isNew }: Entry, locale: string) => ({
  slug: game.slug,
  name: game.text(locale).name,
  studio: maker.name,
  isNew,
})

type Changed = Promise<Result<ReplyOf<typeof contract.putCollection>, RefusalOf<typeof contract.putCollection>>>

export async function putCollection(
  ctx: DeskCtx,
  { identity, data, reason, seen }: VerbInput<typeof contract.putCollection>,
): Changed {
  if (data['identity'] !== identity)
    return refuse('collectionsInvalid', { message: 'The name of a collection cannot be changed.' })
  return defineCollection(ctx, { collection: data, comment: reason, seen })
}

export async function orderDeskCollections(
  ctx: DeskCtx,
  { identities, reason, seen }: VerbInput<typeof contract.orderDeskCollections>,
): Changed {
  return orderCollections(ctx, { identities, comment: reason, seen })
}

export async function removeDeskCollection(
  ctx: DeskCtx,
  { identity, reason, seen }: VerbInput<typeof contract.removeDeskCollection>,
): Changed {
  return removeCollection(ctx, { identity, comment: reason, seen })
}

export async function restoreCollections(
  ctx: DeskCtx,
  { version, reason }: VerbInput<typeof contract.restoreCollections>,
): Promise<Result<ReplyOf<typeof contract.restoreCollections>, RefusalOf<typeof contract.restoreCollections>>> {
  const restored = await rollBack(ctx, 'collections', { version, comment: reason })
  if (restored.ok) return restored
  const { refusal } = restored
  if (refusal === 'movesFar') throw new Error('Only rates move far.')
  return refuse(refusal)
}
