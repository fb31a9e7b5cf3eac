/** Reads what `node games/published/publish.ts` has written; a check fails while it differs from the games. */
import { readFileSync } from 'node:fs'
import type { MathsSources, PublishedFairness, PublishedGame } from '#contract/published-fairness.ts'
import { versions } from '../replaced/versions.ts'

type Named = { game: string; version: string }
/** What stays published of a version that was replaced. */
export type Replaced = { sources: MathsSources['sources']; game: PublishedGame }

export const publishedFile = new URL('fairness.json', import.meta.url)
/** `npm run replace-maths` writes it beside the module of a replaced version. */
export const replacedFile = ({ game, version }: Named): URL =>
  new URL(`../replaced/${game}-${version}.published.json`, import.meta.url)

export const readReplaced = (named: Named): Replaced =>
  JSON.parse(readFileSync(replacedFile(named), 'utf8')) as Replaced

let current: PublishedFairness | undefined

/** The file does not change while the process runs. */
export function readCurrent(): PublishedFairness {
  current ??= JSON.parse(readFileSync(publishedFile, 'utf8')) as PublishedFairness
  return current
}

/** Every version that decided rounds, the present ones first. */
export function readPublished(): PublishedFairness {
  const published = readCurrent()
  const replaced = versions.map(({ slug: game, version }) => readReplaced({ game, version }).game)
  return { ...published, games: [...published.games, ...replaced] }
}
