import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { retiredIn, retiredName, retiredTerms } from './retired-terms.ts'

const root = join(import.meta.dirname, '..')
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** The shipped content with one text replaced. */
function contentWith(file: string, key: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  folders.push(folder)
  cpSync(join(root, 'content'), folder, { recursive: true })
  const path = join(folder, file)
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  if (!(key in texts)) throw new Error(`${file} has no ${key}`)
  writeFileSync(path, JSON.stringify({ ...texts, [key]: text }))
  return folder
}

const check = (folder: string) =>
  spawnSync(process.execPath, [join(root, 'scripts/check-content.ts'), folder], { encoding: 'utf8' })

test.for([
  ['en/ui/history.json', 'playResult', 'Won less staked', 'en ui/history.playResult uses the retired term'],
  ['de/ui/limits.json', 'turnoverDoneText', 'Auszahlungen sind offen.', 'de ui/limits.turnoverDoneText uses'],
  ['pt-BR/ui/history.json', 'kind_bonuscancelled', 'Bônus desistido', 'pt-BR ui/history.kind_bonuscancelled uses'],
  ['es/ui/lobby.json', 'welcomeText', 'Juega tus tiradas gratis.', 'es ui/lobby.welcomeText uses the retired term'],
  ['fr-CA/ui/social.json', 'or', 'par e-mail', 'fr-CA ui/social.or uses the retired term'],
  ['ar/ui/shell.json', 'footerLegal', 'عن الدار', 'ar ui/shell.footerLegal uses the retired term'],
] as const)('the content check refuses a retired term in %s', ([file, key, text, fault]) => {
  const { status, stdout } = check(contentWith(file, key, text))
  expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining(fault) })
})

test('the content check refuses an exclamation mark', () => {
  const { status, stdout } = check(contentWith('en/ui/shell.json', 'signUp', 'Register now!'))
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'en ui/shell.signUp has an exclamation mark\n' })
})

test('the shipped content passes the check', () => {
  expect(execFileSync(process.execPath, [join(root, 'scripts/check-content.ts')], { encoding: 'utf8' })).toContain(
    `texts in ${localeCodes.length} locales.`,
  )
})

test('every retired term is found in a sentence, in upper or lower case, and never inside another word', () => {
  for (const [locale, terms] of Object.entries(retiredTerms)) {
    for (const { term, use } of terms) {
      expect(retiredIn(locale, `X, ${term.toUpperCase()}.`), term).toContainEqual({ term, use })
      expect(retiredIn(locale, `x${term}x`), term).not.toContainEqual({ term, use })
    }
  }
})

test.for(['HouseWallet', 'testHouse', 'looksFrom', 'keepDeadlines', 'sayFault', 'useDayWords', 'GiveUpInvoice'])(
  'the retired name %s is found',
  (name) => expect(retiredName(name)).toBeDefined(),
)

test.for(['HouseAccounts', 'lookAhead', 'keepNewer', 'keepFocusInView', 'cashAgent', 'telegram', 'sayings'])(
  'the name %s may be used',
  (name) => expect(retiredName(name)).toBeUndefined(),
)
