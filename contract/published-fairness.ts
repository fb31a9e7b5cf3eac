/** What the site publishes so that anyone can write a verifier: text, tables, test vectors, and the sources of the maths. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Section = z.object({
  id: z.string(),
  title: z.string(),
  /** Paragraphs in English, with code in backticks. */
  text: z.array(z.string()),
})
export type PublishedSection = z.infer<typeof Section>

const Game = z.object({
  game: z.string(),
  version: z.string(),
  /** Stakes are multiples of it, in subunits. */
  unit: z.int().min(1),
  /** The draws in their order, and what is paid; empty for slots, which a section describes. */
  text: z.array(z.string()),
  /** Strips, paytables and multipliers, in the form that the text names. */
  tables: z.record(z.string(), z.unknown()),
  /** Rounds with their draws and results. */
  vectors: z.array(z.record(z.string(), z.unknown())),
})
export type PublishedGame = z.infer<typeof Game>

export const PublishedFairness = z.object({
  format: z.literal(1),
  sections: z.array(Section),
  /** Test vectors of what all games share. */
  vectors: z.record(z.string(), z.unknown()),
  games: z.array(Game),
})
export type PublishedFairness = z.infer<typeof PublishedFairness>
export const readPublishedFairness = endpoint({
  method: 'GET',
  path: '/api/game/fairness',
  access: 'public',
  summary: 'Get everything that is needed to write a verifier: text, tables and test vectors',
  reply: PublishedFairness,
  refusals: { versionNotFound: { status: 404, description: 'the site has no provably fair games' } },
})

const MathsVersion = z.object({
  game: z.string(),
  version: z.string(),
  /** SHA-256 over the sources, as every round shows it. */
  hash: z.string(),
  /** False for a version that was replaced; its rounds are still recalculated with it. */
  isCurrent: z.boolean(),
})
export type MathsVersion = z.infer<typeof MathsVersion>
export const listMaths = endpoint({
  method: 'GET',
  path: '/api/game/maths',
  access: 'public',
  summary: 'List the versions of the maths of provably fair games with their hashes',
  reply: z.array(MathsVersion),
})

export const MathsSources = MathsVersion.extend({
  /** Sorted by path. The hash is that of the lines `SHA-256 of the text`, two spaces, `path`. */
  sources: z.array(z.object({ path: z.string(), text: z.string() })),
})
export type MathsSources = z.infer<typeof MathsSources>
export const readMaths = endpoint({
  method: 'GET',
  path: '/api/game/maths/{game}/{version}',
  access: 'public',
  summary: 'Get the sources that the hash of a version of the maths covers',
  params: z.object({ game: z.string().max(64), version: z.string().max(16) }),
  reply: MathsSources,
  refusals: { versionNotFound: { status: 404, description: 'an unknown game, or a version that it never had' } },
})
