/** The list of games, and what each of them needs: a missing part fails here, and never plays as another game. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { modulesOf } from '#scripts/maths/bundle-maths.ts'
import { readFigures } from './figures.ts'
import { gameOf, games } from './games.ts'
import { slugs } from './list.ts'
import { mathsHash, mathsSources } from './maths-hash.ts'
import { slotMaths } from './slot-engine/maths.ts'

const root = join(import.meta.dirname, '..')
const parts = ['game.ts', 'maths.ts', 'words.json', 'client/art.ts', 'client/tile.ts']
const ownView = ['client/view.ts']

test('the list names each game once, by its folder and by the name in its maths', () => {
  const folders = globSync('*/game.ts', { cwd: import.meta.dirname }).map((path) => path.split('/')[0])
  expect([...slugs].sort()).toEqual([...new Set(folders)].sort())
  expect(games.map(({ slug }) => slug)).toEqual(slugs)
})

test.each(slugs)('%s has all of its parts, and a view of its own where no view is shared', (slug) => {
  const { maths, releasedOn, theme } = gameOf(slug)
  const isOfSharedView = maths.kind === 'slot' || maths.kind === 'dice'
  const needed = isOfSharedView ? parts : [...parts, ...ownView]
  expect(needed.filter((part) => !existsSync(join(import.meta.dirname, slug, part)))).toEqual([])
  expect(readFigures(slug).mathsVersion).toBe(maths.version)
  expect(releasedOn).toMatch(/^20\d\d-\d\d-\d\d$/)
  for (const [name, value] of Object.entries(theme))
    if (typeof value === 'string') expect(value, name).toMatch(/^#[0-9a-f]{6}$/)
})

test.each(slugs)('the hash of %s is that of its sources', (slug) => {
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const printed = mathsSources(slug).map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`)
  const hash = sha256(printed.join(''))
  expect(mathsHash(slug)).toBe(hash)
})

// Shows: 11.45
test.each(['tidepool', 'honeyfall', 'library-of-owls', 'velvet-groove', 'baccarat', 'wheel', 'crash', 'deuces-wild'])(
  'the sources of %s are all modules that a bundler needs for its maths, and the draws',
  async (slug) => {
    const sources = mathsSources(slug)
    const modules = (await modulesOf(slug)).map((path) => relative(root, path))
    expect(modules).toContain(`games/${slug}/maths.ts`)
    expect(modules.filter((path) => !sources.includes(path))).toEqual([])
    expect(sources).toContain('games/fairness.ts')
  },
)

test('the hash covers what the maths imports through other files, and the draws', () => {
  expect(mathsSources('french-roulette')).toEqual(
    expect.arrayContaining([
      'games/fairness.ts',
      'games/roulette/maths.ts',
      'games/roulette/positions.ts',
      'games/bets.ts',
    ]),
  )
})

test('refuses a slot with a feature that no engine was named for', () => {
  const featured = games.find((maths) => maths.kind === 'slot' && maths.definition.feature)
  if (featured?.kind !== 'slot') throw new Error('no slot has a feature')
  expect(() => slotMaths(featured.definition)).toThrow('has a feature, which another engine plays')
})
