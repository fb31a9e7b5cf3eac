import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'

const styles = readFileSync(new URL('language-offer.module.css', import.meta.url), 'utf8')

test.each(localeCodes)('a style rule shows the offer in %s if the document asks for it', (code) => {
  expect(styles).toContain(`:where(:root[data-offer='${code}']) .offer:lang(${code})`)
})
