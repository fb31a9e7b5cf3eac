import { expect, test } from 'vitest'
import { deviceOf, isMobile } from './device.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

// Shows: 9.6.3
test.each([
  [`${windows} ${webKit} Chrome/130.0 Safari/537.36 Edg/130.0`, 'Edge · Windows', false],
  [`${windows} ${webKit} Chrome/130.0 Safari/537.36 OPR/115.0`, 'Opera · Windows', false],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webKit} SamsungBrowser/26.0 Chrome/122.0 Mobile`,
    'Samsung Internet · Android',
    true,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox · Linux', false],
  [`${iPhone} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, 'Firefox · iPhone', true],
  [`${iPhone} CriOS/130.0 Mobile/15E148 Safari/604.1`, 'Chrome · iPhone', true],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/130.0 Safari/537.36`, 'Chrome · ChromeOS', false],
  [`${iPhone} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari · iPhone', true],
  ['Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) Version/12.1 Mobile/15E148 Safari/604.1', 'Safari · iPad', true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari · macOS', false],
  ['Some app on Android', 'Android', true],
])('%s', (userAgent, device, isPhone) => {
  expect([deviceOf(userAgent), isMobile(userAgent)]).toEqual([device, isPhone])
})

test('what names neither browser nor system is shown as it is, up to 40 characters', () => {
  expect(deviceOf('curl/8.10.1')).toBe('curl/8.10.1')
  expect(deviceOf('x'.repeat(41))).toBe('x'.repeat(40))
})
