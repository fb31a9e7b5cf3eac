import { expect, test, vi } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { PageBoundary } from './errors.tsx'

const show = views()

// Shows: 2.1.15, 2.1.17
test('a page whose view breaks is replaced by the error page, with the way home in its language', async () => {
  function Broken(): never {
    throw new Error('broken')
  }
  const page = await show(
    <PageBoundary>
      <Broken />
    </PageBoundary>,
    { path: '/de/contact', locale: 'de', isSignedIn: false },
  )
  expect(page.text).toContain('Etwas ist schiefgelaufen')
  expect(page.find('Startseite').getAttribute('href')).toBe('/de')
  // React says what broke.
  vi.mocked(console.error).mockClear()
})
