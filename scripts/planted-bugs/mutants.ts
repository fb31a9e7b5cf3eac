/** Mutations by rule: a comparison inverted, a condition negated, one more or less, a statement removed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seeded } from '#tests/simulation/random.ts'
import { type PlantedBug } from './bugs.ts'
import { root } from './copy.ts'
import { type Equivalent, equivalents } from './equivalent.ts'
import { importingTests } from './importing-tests.ts'
import { places } from './place.ts'

const ledgerTests = [
  'server/ledger',
  'server/wallet/statement.test.ts',
  'tests/money/races.test.ts',
  'tests/money/model.test.ts',
  'server/bonuses/bonuses.test.ts',
  'server/kernel/jobs/reconcile.test.ts',
]
const paymentTests = [
  'server/cashier',
  'server/protection/limits.test.ts',
  'server/bonuses/bonuses.test.ts',
  'server/partners/payments/sandbox-pay.test.ts',
  'tests/simulation',
]
const moneyTests = ['contract/money.test.ts', 'server/partners/payments']

/** Folder or file -> the tests that cover it. */
const coverage: Array<[string, string[]]> = [
  ['server/ledger', ledgerTests],
  ['server/kernel/db/functions/10-round-rules.sql', ledgerTests],
  ['server/kernel/db/functions/16-ledger-steps.sql', ledgerTests],
  ['server/kernel/db/functions/20-ledger-post.sql', ledgerTests],
  ['server/kernel/db/functions/21-ledger-write.sql', ledgerTests],
  ['server/cashier', paymentTests],
  ['server/reference/format-amount.ts', ['server/reference/format-amount.test.ts', ...paymentTests]],
  ['contract/money.ts', moneyTests],
  ['server/kernel/decimal.ts', moneyTests],
]

/** What the clauses of the specification describe, beside money, and the desk; see `importingTests` for their tests. */
const site = [
  'web',
  'desk',
  ...['accounts', 'bonuses', 'cashier', 'content', 'fields', 'limits', 'payments', 'quests'].map(
    (each) => `contract/${each}`,
  ),
  ...['bonuses', 'identity', 'profile', 'protection', 'realtime', 'rewards', 'sports', 'transfers', 'wallet'].map(
    (each) => `server/${each}`,
  ),
  ...['campaigns/notices', 'messaging/messages', 'play/games', 'support'].map((each) => `server/${each}`),
].filter((place) => existsSync(join(root, place)))

type Rule = [name: string, pattern: RegExp, to: string]
const rules: Rule[] = [
  ['equality inverted', / === /g, ' !== '],
  ['inequality inverted', / !== /g, ' === '],
  ['less or equal', / < (?=[\w-])/g, ' <= '],
  ['more or equal', / > (?=[\w-])/g, ' >= '],
  ['strictly less', / <= /g, ' < '],
  ['strictly more', / >= /g, ' > '],
  ['and to or', / && /g, ' || '],
  ['or to and', / \|\| /g, ' && '],
  ['default left out', / \?\? [\w'"[{(.]+[)\]}'"]?/g, ''],
  ['one more', /(?<!\| |limit\()\b1\b(?! \|)/g, '2'],
  ['zero to one', / 0n?\b(?!\.)/g, ' 1'],
  ['minus to plus', / - /g, ' + '],
  ['plus to minus', / \+ /g, ' - '],
  ['condition negated', /if \((?=[a-z!])/g, 'if (!!!'],
  ['statement left out', /^ +await \w+\(.*\)$/gm, ''],
]
/** Screens are wired by their attributes, times and effects. */
const siteRules: Rule[] = [
  ...rules,
  ['effect left out', /^ +(?:void )?(?!return\b|throw\b|use[A-Z]|super\b)\w[\w.]*\(.*\)$/gm, ''],
  ['handler left out', /(?<= )on[A-Z]\w+=(?=\{)/g, 'data-none='],
  ['number doubled', /(?<![\w.'"])(?:[2-9]|\d{2,}|\d+(?:_\d{3})+)(?![\w.'"])/g, '2 * $&'],
  ['condition of a read left out', /enabled: (?!true)/g, 'enabled: true || '],
  ['hidden', /(?<=\{)(?=(?:is|has|can|may)[A-Z]\w* && [<(])/g, 'false && '],
]
const sqlRules: Rule[] = [
  ['and to or', / AND (?=\w+\.?\w* (?:=|<|>|IS))/g, ' OR '],
  ['equality inverted', / = (?='\w)/g, ' <> '],
  ['null check inverted', / IS NOT NULL/g, ' IS NULL'],
  ['null check inverted', / IS NULL/g, ' IS NOT NULL'],
  ['less or equal', / < /g, ' <= '],
  ['more or equal', / > /g, ' >= '],
  ['strictly more', / >= /g, ' > '],
  ['minus to plus', / - /g, ' + '],
  ['plus to minus', / \+ /g, ' - '],
  ['zero to one', /\b0\b/g, '1'],
  ['assignment left out', /\b\w+\[\w+\] := [^;]+;/g, ''],
]

/** The code of money, or what the specification describes, as far as its files are `within` a folder. */
export type Population = 'money' | { within: string }

/**
 * A random sample of `count` mutations (with Infinity all of them, in the order of the seed). `total` excludes the
 * equivalent ones, whose number is `equivalent`.
 */
export function sampleMutants(
  count: number,
  seed: string,
  population: Population = 'money',
): { mutants: PlantedBug[]; total: number; equivalent: number } {
  const all = population === 'money' ? allMutants() : siteMutants(population.within)
  const observable = all.filter((mutant) => !isEquivalent(mutant)).map(({ bug }) => bug)
  const random = seeded(seed)
  const mutants: PlantedBug[] = []
  const remaining = [...observable]
  while (mutants.length < count && remaining.length > 0)
    mutants.push(...remaining.splice(random.int(remaining.length), 1))
  return { mutants, total: observable.length, equivalent: all.length - observable.length }
}

export type Mutant = { bug: PlantedBug; file: string; rule: string; index: number; text: string }

export function isEquivalent({ file, rule, index, text }: Mutant, known: Equivalent[] = equivalents): boolean {
  return known.some(
    (each) =>
      each.file === file &&
      each.rules.includes(rule) &&
      places(text, each.within).some(({ start, end }) => index >= start && index < end),
  )
}

/** Every mutation of the source, including equivalent ones. */
export function allMutants(): Mutant[] {
  return coverage.flatMap(([place, tests]) =>
    filesAt(place).flatMap((file) => mutantsOf(file, file.endsWith('.sql') ? sqlRules : rules, () => tests)),
  )
}

function siteMutants(within: string): Mutant[] {
  return (
    site
      .flatMap(filesAt)
      .filter((file) => file.startsWith(within))
      .filter((file) => within.startsWith('desk') || !/desk|operator/.test(file))
      // What only looks different is a matter of screenshots.
      .filter((file) => !/\bmodule\.ts$|design\/(?:icon|logo|spinner|skeleton)\//.test(file))
      .flatMap((file) => mutantsOf(file, siteRules, () => importingTests(file)))
  )
}

function filesAt(place: string): string[] {
  if (/\.\w+$/.test(place)) return [place]
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|routes\.ts$|words\.ts$/.test(name))
    .map((name) => join(place, name))
    .sort()
}

/** Each mutation replaces the whole file, because the same text may occur several times. */
function mutantsOf(file: string, applied: Rule[], testsOf: () => string[]): Mutant[] {
  const text = readFileSync(join(root, file), 'utf8')
  return applied.flatMap(([rule, pattern, to]) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => isCode(text, index))
      .map(({ 0: found, index }) => {
        const before = text.slice(0, index).split('\n')
        const bug = {
          name: `${file}:${before.length}:${before.at(-1)!.length + 1} ${rule}`,
          get tests() {
            return testsOf()
          },
          edits: [
            { file, from: text, to: text.slice(0, index) + to.replace('$&', found) + text.slice(index + found.length) },
          ],
        }
        return { bug, file, rule, index, text }
      }),
  )
}

/** True if the text at an index is not in a comment, an import or a type. */
function isCode(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index - 1) + 1, text.indexOf('\n', index + 1))
  return !/^\s*(?:\/\/|\/?\*|--|import |export type|type )/.test(line) && !/^\s*\w+\??: [A-Z]\w*/.test(line)
}
