import { expect, test } from 'vitest'
import { cookieText } from './cookies.ts'

// Shows: ASVS 3.3.1, ASVS 3.3.2
test('a cookie of the server is sent back over https alone where the site has https, and never to other sites', () => {
  expect(cookieText({ publicUrl: 'https://house.test' }, 'locale', 'pt-BR', 60)).toBe(
    'locale=pt-BR; Path=/; Max-Age=60; SameSite=Lax; Secure',
  )
  expect(cookieText({ publicUrl: 'http://localhost:3000' }, 'locale', 'a b', 0)).toBe(
    'locale=a%20b; Path=/; Max-Age=0; SameSite=Lax',
  )
})
