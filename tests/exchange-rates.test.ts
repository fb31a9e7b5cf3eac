/** Exchange rates are applied by one function in TypeScript and one in SQL, so that amounts are rounded on purpose. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = ['contract', 'server', 'web', 'games', 'scripts']
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64e6,
})
  .trim()
  .split('\n')
  .filter((file) => /(?<!\.test)\.(ts|tsx|sql)$/.test(file))

/** Where a rate is multiplied or divided: `* rate`, `/ rates.USD`, `rates[code]! * x`, `(rates ->> code)::numeric * x`. */
const applied = [
  /[*/] *\(?(?:\w+\.)*rates?\b/,
  /\b(?:\w+\.)*rates?(?:\[[^\]]+\]|\.\w+)?!?\)? *[*/] /,
  /\brates *->>[^)]*\)(?:::numeric)?\)? *[*/,]/,
  /[*/] *\((?:\w+\.)*rates *->>/,
]
/** Functions in which a rate is compared with an earlier one of the same currency. */
const comparisons = ['server/reference/far-moves.ts', 'server/reference/refresh-rates.ts']
/** Consumers count whole batches with the fractions of server/reference/rate-history.ts. */
const consumers = /^server\/(?:rewards\/\w+|harm)\/(?:internal\/)?(?:consumers|count)\.ts$/

test('no code but contract/exchange.ts and reference.at_rates multiplies or divides by an exchange rate', () => {
  const found = files
    .filter((file) => !comparisons.includes(file) && !consumers.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, '')
        .replaceAll(/^import .*$|'[^'\n]*\/[^'\n]*'|"[^"\n]*\/[^"\n]*"/gm, '')
      return code
        .split('\n')
        .flatMap((line) => (applied.some((each) => each.test(line)) ? [`${file}: ${line.trim()}`] : []))
    })
  expect(found.filter((line) => !line.startsWith('server/kernel/db/functions/05-reference.sql'))).toEqual([])
  expect(found).toHaveLength(2)
})
