/**
 * `node scripts/generate-catalogue.ts [count]`: prints a catalogue of invented games as JSON, the same at every run.
 */
import { generateGames } from '#sandbox/catalogue/generate-games.ts'

const count = Number(process.argv[2] ?? 10_000)
if (!Number.isInteger(count) || count < 1 || count > 50_000) {
  console.error('Enter a number of games from 1 to 50000.')
  process.exit(2)
}
console.log(JSON.stringify(generateGames(count), null, 1))
