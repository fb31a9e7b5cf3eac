import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { retiredIn, retiredTerms } from './retired-terms.ts'

const root = join(import.meta.dirname, '..')
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** The shipped content with some labels replaced. */
function contentWith(
  labels: ReadonlyArray<readonly [locale: string, area: string, key: string, text: string]>,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  folders.push(folder)
  cpSync(join(root, 'content'), folder, { recursive: true })
  for (const [locale, area, key, text] of labels) {
    const path = join(folder, locale, 'ui.json')
    const areas = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>
    if (!areas[area]?.[key]) throw new Error(`${locale} has no ${area}.${key}`)
    areas[area][key] = text
    writeFileSync(path, JSON.stringify(areas))
  }
  return folder
}

const check = (folder: string) =>
  spawnSync(process.execPath, [join(root, 'scripts/check-content.ts'), folder], { encoding: 'utf8' })

const faults = [
  ['en', 'history', 'playResult', 'Won less staked', 'en ui/history.playResult uses the retired term'],
  ['de', 'limits', 'turnoverDoneText', 'Auszahlungen sind offen.', 'de ui/limits.turnoverDoneText uses'],
  ['pt-BR', 'history', 'kind_bonuscancelled', 'Bônus desistido', 'pt-BR ui/history.kind_bonuscancelled uses'],
  ['es', 'lobby', 'welcomeText', 'Juega tus tiradas gratis.', 'es ui/lobby.welcomeText uses the retired term'],
  ['fr-CA', 'social', 'or', 'par e-mail', 'fr-CA ui/social.or uses the retired term'],
  ['ar', 'shell', 'footerLegal', 'عن الدار', 'ar ui/shell.footerLegal uses the retired term'],
  ['en', 'shell', 'signUp', 'Register now!', 'en ui/shell.signUp has an exclamation mark'],
] as const

test('the content check names each retired term, each exclamation mark and a file that is not read, and nothing else', () => {
  const folder = contentWith(faults.map(([locale, area, key, text]) => [locale, area, key, text]))
  writeFileSync(join(folder, 'de/page.json'), '{}')
  const { status, stdout } = check(folder)
  expect(status).toBe(1)
  for (const [, , , , fault] of faults) expect(stdout).toContain(fault)
  // A term may contain another.
  const reported = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').slice(0, 2).join(' '))
  const expected = ['de/page.json is', ...faults.map(([, , , , fault]) => fault.split(' ').slice(0, 2).join(' '))]
  expect(new Set(reported)).toEqual(new Set(expected))
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
