import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { gameStudioConformance } from './conformance.ts'
import { createInHouseStudio, inHouseStudioKeys } from './in-house-studio.ts'

const secret = 'correct-horse-battery-staple-0123456789'
const { signingKey } = inHouseStudioKeys(secret)

gameStudioConformance('the in-house studio', () => ({
  studio: createInHouseStudio({ secret }),
  sign(rawBody, at) {
    const timestamp = String(Math.floor(at.getTime() / 1000))
    return {
      'x-studio-timestamp': timestamp,
      'x-studio-signature': createHmac('sha256', signingKey).update(`${timestamp}.`).update(rawBody).digest('hex'),
    }
  },
}))

test('another secret neither reads its launches nor accepts its calls', async () => {
  const other = createInHouseStudio({ secret: 'another-secret-another-secret-another-1' })
  const now = new Date()
  const opened = await createInHouseStudio({ secret }).launchUrl(
    { playerId: 'p', sessionId: 's', game: 'dice', currency: 'EUR', mode: 'real', locale: 'en', theme: 'dark' },
    now,
    { ip: '203.0.113.7', country: null, isMobile: false, siteUrl: 'http://x' },
  )
  expect(
    other.readLaunch(new URL(opened.ok ? opened.value : '', 'http://x').searchParams.get('token')!, { now: null }),
  ).toBeNull()
})
