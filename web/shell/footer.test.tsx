/** The footer with the shipped content. */
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { contentOf } from '#tests/setup/content.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../api/use-api.ts'
import { Footer } from './footer.tsx'

test.each(localeCodes)(
  'the footer shows the minimum age of the visitor’s country as text and as accessible name: %s',
  (locale) => {
    const footer = contentOf('layout/footer', locale)
    const directory = apiKey('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'layout' } })
    const shown = markupOf(<Footer />, {
      locale,
      answers: [[directory, { footer }]],
      init: { config: { gtm: null, minimumAge: 21 } },
    })
    const [, name, text] = /role="img" aria-label="([^"]*)">([^<]*)</.exec(shown)!
    expect(text).toBe('21+')
    expect(name).toMatch(/\b21\b/)
    expect(shown).not.toContain('{age}')
  },
)
