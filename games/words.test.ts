import { expect, test } from 'vitest'
import { readFigures } from './figures.ts'
import { games } from './games.ts'
import { gameLocales, gameWords } from './words.ts'

const textOf = (slug: string, locale: string) =>
  gameWords(slug, locale)
    .rules.map((rule) => `${rule.title} ${rule.text}`)
    .join(' ')

/** Without the separators of thousands of any locale. */
const ungrouped = (text: string) => text.replaceAll(/(?<=\d)[.,\u00a0\u202f](?=\d{3}(?!\d))/g, '')

test('every game has texts in every locale, with the same number of rules', () => {
  for (const { slug } of games) {
    const counts = gameLocales.map((locale) => gameWords(slug, locale).rules.length)
    expect(new Set(counts).size, slug).toBe(1)
    // A locale without texts has the English ones.
    const descriptions = new Set(gameLocales.map((locale) => gameWords(slug, locale).description))
    expect(descriptions.size, `${slug}: descriptions that differ`).toBe(gameLocales.length)
  }
})

test('the rules state the numbers of the definition', () => {
  for (const game of games) {
    if (game.kind !== 'slot') continue
    const { definition: slot } = game
    const numbers = [
      ...(slot.pays.kind === 'ways' ? [slot.rows ** slot.reels] : slot.reels === 5 ? [slot.pays.lines.length] : []),
      ...Object.values(slot.freeSpins?.awards ?? {}),
      ...(slot.freeSpins && slot.freeSpins.multiplier > 1 ? [slot.freeSpins.multiplier] : []),
      ...(slot.wild && slot.wild.multiplier > 1
        ? [slot.wild.multiplier, slot.wild.multiplier ** 2, slot.wild.multiplier ** 3]
        : []),
      ...(slot.feature?.kind === 'heights'
        ? [
            ...slot.feature.paid,
            ...slot.feature.free,
            Math.min(...slot.feature.paid) ** slot.reels,
            Math.max(...slot.feature.paid) ** slot.reels,
            ...(slot.freeSpins
              ? [Math.min(...slot.feature.free) ** slot.reels, readFigures(slot.slug).freeSpinsEvery]
              : []),
          ]
        : []),
      ...(slot.feature?.kind === 'cascade' ? slot.feature.multipliers : []),
      ...(slot.feature?.kind === 'hold'
        ? [slot.feature.from, slot.feature.spins, slot.feature.oneIn, slot.feature.full / slot.coins]
        : []),
    ]
    for (const locale of gameLocales) {
      const written: string[] = ungrouped(textOf(game.slug, locale)).match(/\d+/g) ?? []
      for (const number of numbers)
        expect([game.slug, locale, written.includes(String(number)) ? number : null]).toEqual([
          game.slug,
          locale,
          number,
        ])
    }
  }
})

test('a locale without texts falls back to English, an unknown game does not', () => {
  expect(gameWords('dice', 'fr')).toEqual(gameWords('dice', 'en'))
  expect(() => gameWords('toString', 'en')).toThrow(RangeError)
})

test('no word of a name is too long for a tile of a narrow phone without a place where it may break', () => {
  for (const { slug } of games)
    for (const locale of gameLocales) {
      const { name, tileName = name } = gameWords(slug, locale)
      expect(tileName.replaceAll('\u00ad', '')).toBe(name)
      expect(tileName.split(/[\s\u00ad-]/).filter((part) => part.length > 12)).toEqual([])
    }
})
