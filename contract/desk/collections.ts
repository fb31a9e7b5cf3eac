/** Collections of games: the lists of the lobby, in order. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Reason } from './common.ts'

const identity = z.object({ identity: z.string().max(64) })
const Data = z.record(z.string(), z.unknown())
/** The version of all collections that the person has seen. */
const seen = z.number().int().min(0)
const Done = z.object({ version: z.number() })

const collectionsInvalid = { status: HttpStatus.unprocessable, description: 'The collection is not valid' }
const collectionUnknown = {
  status: HttpStatus.notFound,
  description: 'There is no such collection; somebody may have removed it',
}
const noChange = { status: HttpStatus.conflict, description: 'This is in force already' }
const changedMeanwhile = {
  status: HttpStatus.conflict,
  description: 'Somebody else has changed the collections meanwhile. Yours is still in the form: compare both first',
}

const Collection = z.object({
  identity: z.string(),
  /** As it is stored: names, icon, rule of its games, countries. */
  data: Data,
  /** In the whole catalogue, before countries and switches. */
  games: z.number(),
})
export type DeskCollection = z.output<typeof Collection>

export const listDeskCollections = endpoint({
  method: 'GET',
  path: '/api/collections',
  access: 'operator',
  scope: 'content:read',
  summary: 'The collections in their order, their form, and the last 20 versions of all',
  reply: z.object({
    version: z.number(),
    collections: z.array(Collection),
    /** The JSON schema of one. */
    schema: z.record(z.string(), z.unknown()),
    versions: z.array(z.object({ version: z.number(), at: z.iso.datetime(), actor: z.string(), comment: z.string() })),
  }),
})

const Game = z.object({ slug: z.string(), name: z.string(), studio: z.string(), isNew: z.boolean() })
export type CollectionGame = z.output<typeof Game>
const Preview = z.object({
  /** With the place of each; empty: it can be saved. */
  faults: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
  /** Allowed, and probably not meant. */
  warnings: z.array(z.string()),
  name: z.string(),
  /** Whether the collection is for the visitor's country. */
  isShown: z.boolean(),
  /** That the visitor would be offered; the first 40. */
  games: z.array(Game),
  total: z.number(),
})
export type CollectionPreview = z.output<typeof Preview>

export const previewCollection = endpoint({
  method: 'POST',
  path: '/api/collections/preview',
  access: 'operator',
  scope: 'content:read',
  summary: 'What a visitor from a country would see of a collection, without storing it',
  body: z.object({
    data: Data,
    locale: z.string().max(8),
    /** Null: unknown. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
  }),
  reply: Preview,
})

export const findCollectionGames = endpoint({
  method: 'GET',
  path: '/api/collection-games',
  access: 'operator',
  scope: 'content:read',
  summary: 'Up to 20 games by a part of their name, or those of the slugs',
  query: z.object({ text: z.string().max(80).default(''), slugs: z.string().max(20_000).default('') }),
  reply: z.array(Game),
})

export const putCollection = endpoint({
  method: 'PUT',
  path: '/api/collections/{identity}',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Add a collection as the last one, or replace the one of this name',
  params: identity,
  body: z.object({ data: Data, reason: Reason, seen }),
  reply: Done,
  refusals: { collectionsInvalid, collectionUnknown, noChange, changedMeanwhile },
})

export const orderDeskCollections = endpoint({
  method: 'POST',
  path: '/api/collections/order',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Put collections first, in this order',
  body: z.object({ identities: z.array(z.string().max(64)).max(50), reason: Reason, seen }),
  reply: Done,
  refusals: { collectionsInvalid, collectionUnknown, noChange, changedMeanwhile },
})

export const removeDeskCollection = endpoint({
  method: 'POST',
  path: '/api/collections/{identity}/removal',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Remove a collection; its games stay in the catalogue',
  params: identity,
  body: z.object({ reason: Reason, seen }),
  reply: Done,
  refusals: { collectionsInvalid, collectionUnknown, noChange, changedMeanwhile },
})

export const restoreCollections = endpoint({
  method: 'POST',
  path: '/api/collection-versions/{version}',
  access: 'operator',
  scope: 'content:decide',
  summary: 'Put an earlier version of all collections in force as a new one',
  params: z.object({ version: z.coerce.number().int().min(1).max(1_000_000_000) }),
  body: z.object({ reason: Reason }),
  reply: Done,
  refusals: {
    versionNotFound: { status: HttpStatus.notFound, description: 'There is no such version' },
    noChange,
  },
})
