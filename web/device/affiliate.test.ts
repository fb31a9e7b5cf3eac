import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { affiliateTag, keepAffiliateTag } from './affiliate.ts'

/** Imitates `document.cookie`: writing sets one cookie, reading returns all. */
let jar: Map<string, { value: string; attributes: string }>
beforeEach(() => {
  jar = new Map()
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name, value, attributes] = /^([^=]+)=([^;]*)(.*)$/.exec(text)!
      jar.set(name!, { value: value!, attributes: attributes! })
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

// Shows: 3.26.3, 9.9.1
test('the tag is stored for the configured days and removed from the query, and other parameters are kept', () => {
  expect(keepAffiliateTag('?game=dice&stag=partner%201&sign-up=true', 30)).toBe('?game=dice&sign-up=true')
  expect(affiliateTag()).toBe('partner 1')
  expect(jar.get('affiliateTag')!.attributes).toContain(`Max-Age=${30 * 86_400}`)
  expect(keepAffiliateTag('?stag=x', 7)).toBe('')
})

// Shows: 9.9.1
test('a second tag does not replace the first one', () => {
  keepAffiliateTag('?stag=first', 30)
  expect(keepAffiliateTag('?stag=second&a=1', 30)).toBe('?a=1')
  expect(affiliateTag()).toBe('first')
})

test('an empty tag is not stored, a long one is truncated, and a query without one is unchanged', () => {
  expect(keepAffiliateTag('?stag=', 30)).toBe('')
  expect(affiliateTag()).toBeNull()
  expect(keepAffiliateTag('?q=a+b&x', 30)).toBe('?q=a+b&x')
  keepAffiliateTag(`?stag=${'x'.repeat(5000)}`, 30)
  expect(affiliateTag()).toHaveLength(128)
})

test('a tag cannot add cookie attributes or further cookies', () => {
  keepAffiliateTag(`?stag=${encodeURIComponent('x; Domain=evil.example; Max-Age=1, access_token=y')}`, 30)
  expect([...jar.keys()]).toEqual(['affiliateTag'])
  expect(jar.get('affiliateTag')!.attributes).not.toContain('evil')
  expect(affiliateTag()).toBe('x; Domain=evil.example; Max-Age=1, access_token=y')
})
