/**
 * `npm run walk [-- locale… game… --rounds=20]` runs the walk of scripts/walk/walk.ts on the whole product with its
 * sandbox partners, in all locales or those named, with all games or those named. Its log and screenshots are in
 * .cache/walk/<locale>, or in the folder of `--to=`. It ends with an error if it found any fault. To test one part:
 * `--methods=1` deposits by the first method only and opens no further pages, `--no-free-spins` plays no free spins.
 * `--wide` uses a window of 1440 x 900 with a mouse instead of a phone.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localeCodes } from '#contract/locales.ts'
import { games } from '#games/games.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { startSite } from '#tests/setup/site.ts'
import { buildIfStale } from './build.ts'
import { walk } from './walk/walk.ts'

const given = process.argv.slice(2)
const optionOf = (name: string) => given.find((each) => each.startsWith(`--${name}=`))?.split('=')[1]
const names = given.filter((each) => !each.startsWith('--'))
const slugs = games.map(({ slug }) => slug)
const locales = localeCodes.filter((code) => names.includes(code))
const named = slugs.filter((slug) => names.includes(slug))
const unknown = names.filter((name) => !slugs.includes(name) && !localeCodes.some((code) => code === name))
if (unknown.length > 0) throw new Error(`Neither a locale nor a game: ${unknown.join(', ')}`)
const to = optionOf('to') ?? join(import.meta.dirname, '..', '.cache', 'walk')

await buildIfStale()
// Rounds have no minimum duration; twenty rounds of thirty games would otherwise take half an hour.
const site = await startSite({ env: { ROUND_MIN_MS: '0', SPORTSBOOK_HOST: 'sandbox' } })
const browser = await launchBrowser()
const faults: string[] = []
try {
  for (const locale of locales.length > 0 ? locales : localeCodes)
    faults.push(
      ...(
        await walk(browser, site, locale, {
          isWide: given.includes('--wide'),
          rounds: Number(optionOf('rounds') ?? 20),
          ...(named.length > 0 && { games: named }),
          ...(optionOf('methods') && { methods: Number(optionOf('methods')) }),
          hasFreeSpins: !given.includes('--no-free-spins'),
          folder: join(to, given.includes('--wide') ? `${locale}-wide` : locale),
          onStep: (line) => console.log(line),
        })
      ).map((fault) => `${locale} ${fault}`),
    )
} finally {
  await writeFile(join(to, 'site.log'), site.output())
  await browser.close()
  await site.stop()
}
console.log(`Walk: ${to}`)
if (faults.length > 0) throw new Error(`${faults.length} faults found:\n${faults.join('\n')}`)
