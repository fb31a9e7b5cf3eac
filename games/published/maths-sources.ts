/** The sources of every version of the maths, so that anyone can recompute the hash that rounds show. */
import { createHash } from 'node:crypto'
import type { MathsSources, MathsVersion } from '#contract/published-fairness.ts'
import { games, mathsOf } from '../games.ts'
import { mathsHash, mathsSourceTexts } from '../maths-hash.ts'
import { versions } from '../replaced/versions.ts'
import { readReplaced } from './read-published.ts'

export function listMaths(): MathsVersion[] {
  return [
    ...games.map(({ slug, version }) => ({ game: slug, version, hash: mathsHash(slug), isCurrent: true })),
    ...versions.map(({ slug: game, version }) => {
      const { sources } = readReplaced({ game, version })
      return { game, version, hash: hashOf(sources), isCurrent: false }
    }),
  ]
}

/** Undefined for a game or a version that never decided rounds. */
export function readMaths({ game, version }: Pick<MathsVersion, 'game' | 'version'>): MathsSources | undefined {
  const isCurrent = mathsOf(game)?.version === version
  if (!isCurrent && !versions.some((each) => each.slug === game && each.version === version)) return undefined
  const sources = isCurrent ? mathsSourceTexts(game) : readReplaced({ game, version }).sources
  return { game, version, hash: hashOf(sources), isCurrent, sources }
}

function hashOf(sources: MathsSources['sources']): string {
  return sha256(sources.map(({ path, text }) => `${sha256(text)}  ${path}\n`).join(''))
}

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex')
