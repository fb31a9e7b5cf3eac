import { expect, test } from 'vitest'
import { testApp } from '#tests/setup/app.ts'
import { clientAddress, readAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['"203.0.113.7:4711"', '203.0.113.7'],
  ['2001:DB8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['', null],
  ['unknown', null],
  ['_hidden', null],
  ['203.0.113', null],
  ['203.0.113.7.1', null],
  ['203.0.113.700', null],
  ['203.0.113.7:port', null],
  ['[203.0.113.7]', null],
  ['[2001:db8::1', null],
  ['2001:db8::1]:80', null],
  ['house.example', null],
  ['203.0.113.7 x', null],
])('%j is the address %j', (written, address) => expect(readAddress(written)).toBe(address))

const socket = { remoteAddress: '::ffff:192.0.2.1' }

test.each([
  [0, { 'x-forwarded-for': '203.0.113.7' }, '192.0.2.1'],
  [0, { 'x-real-ip': '203.0.113.7' }, '192.0.2.1'],
  [1, {}, '192.0.2.1'],
  [1, { 'x-forwarded-for': '198.51.100.1, 203.0.113.7:4711' }, '203.0.113.7'],
  [2, { 'x-forwarded-for': '198.51.100.1, [2001:db8::1]:80, 203.0.113.7' }, '2001:db8::1'],
  [3, { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
  [1, { 'x-real-ip': '203.0.113.7' }, '203.0.113.7'],
  [1, { 'x-real-ip': '[2001:db8::1]:4711' }, '2001:db8::1'],
  [1, { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '198.51.100.1' }, '203.0.113.7'],
  [1, { 'x-forwarded-for': '203.0.113.7, unknown' }, null],
  [1, { 'x-forwarded-for': ' , ,' }, '192.0.2.1'],
  [1, { 'x-real-ip': 'unknown' }, null],
])('behind %i proxies %j is of %j', (trustProxy, headers, address) =>
  expect(clientAddress({ headers, socket }, trustProxy)).toBe(address),
)

// Shows: attack 50
test('one address has one limit, whatever its port and brackets; an invalid address is refused', async () => {
  const app = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: '1' } })
  const statusesOf = async (header: string, forms: (index: number) => string) => {
    const statuses = []
    for (let index = 0; index < 8; index++) {
      const headers = { [header]: forms(index) }
      statuses.push((await app.send({ method: 'GET', url: '/api/settings/locales', headers })).status)
    }
    return statuses
  }
  const limited = [...Array(5).fill(200), ...Array(3).fill(429)]
  expect(await statusesOf('x-forwarded-for', (index) => `203.0.113.7:${4000 + index}`)).toEqual(limited)
  expect(await statusesOf('x-forwarded-for', (index) => `[2001:db8::${index}]:${4000 + index}`)).toEqual(limited)
  expect(await statusesOf('x-real-ip', (index) => `198.51.100.7:${4000 + index}`)).toEqual(limited)
  const none = await app.send({
    method: 'GET',
    url: '/api/settings/locales',
    headers: { 'x-forwarded-for': '203.0.113.9, nobody' },
  })
  expect([none.status, none.body.error.name]).toEqual([400, 'malformed'])
  await app.close()
})
