/**
 * `npm run new-locale -- nl`: gives a locale all texts of the default one, to be translated. Then it can be added to
 * contract/locales.ts, and the site works in it from the first translated text on.
 */
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localeCodes } from '#contract/locales.ts'

const root = join(import.meta.dirname, '..')
const source = 'en'

const [code = ''] = process.argv.slice(2)
console.log(newLocale(code))

function newLocale(locale: string): string {
  if (!/^[a-z]{2,3}(-[A-Z]{2})?$/.test(locale) || Intl.PluralRules.supportedLocalesOf(locale).length === 0)
    return fail(`"${locale}" is no locale. Use a code such as: npm run new-locale -- nl`)
  if ((localeCodes as readonly string[]).includes(locale) || existsSync(join(root, 'content', locale)))
    return fail(`The locale ${locale} exists already.`)
  const files = globSync('{games,sandbox}/**/words.json', { cwd: root })
  const texts = new Map(files.map((file) => [file, withLocale(readFileSync(join(root, file), 'utf8'), file, locale)]))
  cpSync(join(root, 'content', source), join(root, 'content', locale), { recursive: true })
  for (const [file, text] of texts) writeFileSync(join(root, file), text)
  return `Copied the texts of ${source} into content/${locale}/ and ${files.length} files words.json. Next: docs/guides/locale.md`
}

/** Repeats the block of the default locale below itself. As text, because the file keeps its layout. */
function withLocale(text: string, file: string, locale: string): string {
  const block = new RegExp(`^ {2}"${source}": \\{\\n[^]*?^ {2}\\},?\\n`, 'm').exec(text)?.[0]
  if (!block) throw new Error(`${file} has no texts of ${source}`)
  const [first, last] = [block.replace(/ \},?\n$/, ' },\n'), block.replace(`"${source}"`, `"${locale}"`)]
  return text.replace(block, () => first + last)
}

function fail(message: string): string {
  process.exitCode = 1
  return message
}
