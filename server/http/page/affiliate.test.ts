import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Settings } from '../../settings.ts'
import { takeAffiliateTag } from './affiliate.ts'

/** Where a visit leads, and the cookie that it sets. */
function visited(url: string, { days = 30, cookie = '' } = {}) {
  const cookies: string[] = []
  const settings = { affiliateTagDays: days, publicUrl: 'http://house.test' } as Settings
  const reply = { header: (_: string, text: string) => cookies.push(text) }
  const address = takeAffiliateTag(
    settings,
    { url, headers: { cookie } } as FastifyRequest,
    reply as unknown as FastifyReply,
  )
  return { address, cookie: cookies.join() }
}

// Shows: 3.26.3, 9.9.1
test('the tag is stored for the configured days, and removed from the address, which keeps its other parameters', () => {
  const { address, cookie } = visited('/de?game=dice&stag=partner%201&sign-up=true')
  expect(address).toBe('/de?game=dice&sign-up=true')
  expect(cookie).toMatch(/^affiliateTag=partner%201; Path=\/; Max-Age=2592000;/)
  expect(visited('/?stag=x', { days: 7 })).toMatchObject({
    address: '/',
    cookie: expect.stringContaining('; Max-Age=604800;'),
  })
})

// Shows: 9.9.1
test('a tag is stored only while there is none, and removed all the same; an empty one is not stored', () => {
  const kept = { cookie: 'locale=de; affiliateTag=first' }
  expect(visited('/?stag=second&a=1', kept)).toEqual({ address: '/?a=1', cookie: '' })
  expect(visited('/?stag=')).toEqual({ address: '/', cookie: '' })
  expect(visited('/?q=a+b&x')).toEqual({ address: null, cookie: '' })
})

test('a tag has at most 128 characters, and adds no attributes to its cookie', () => {
  expect(visited(`/?stag=${'x'.repeat(5000)}`).cookie).toMatch(/^affiliateTag=x{128};/)
  expect(visited('/?stag=x%3B%20Domain%3Devil.example').cookie).toMatch(/^affiliateTag=x%3B%20Domain%3Devil\.example;/)
})
