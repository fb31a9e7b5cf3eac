import { expect } from 'vitest'
import { registerPlayer, send } from '#tests/product/site-player.ts'
import type { GuidedSite } from '#tests/setup/guide.ts'

export async function check(site: GuidedSite): Promise<void> {
  const { url } = site
  const page = await fetch(`${url}/nl/safer-play`)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toMatch(/<html[^>]* lang="nl"/)
  // Not translated yet.
  expect(html).toMatch(/<h1[^>]*>Safer play<\/h1>/)
  expect(html).toContain('hreflang="nl"')

  const offered = await fetch(`${url}/safer-play`, { headers: { 'accept-language': 'nl' } })
  expect(await offered.text()).toMatch(/<html[^>]* data-offer="nl"/)

  const player = await registerPlayer(site, { locale: 'nl' })
  const { body: profile } = await player.call('GET', '/api/player/profile')
  expect(profile.locale).toBe('nl')

  const words = await send(`${url}/studio/play/dice?locale=nl`, 'GET')
  expect(words.body).toMatch(/<html lang="nl"/)
}
