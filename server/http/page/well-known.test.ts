import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { TextDeps } from '../../deps.ts'
import { loadContent } from '../../reference/content/content.ts'
import { readSettings } from '../../settings.ts'
import { appIcons } from './app-icons.ts'
import { mountWellKnown } from './well-known.ts'

const clock = { now: () => new Date('2026-11-27T15:00:00Z') }

async function answers(url: string, environment: Record<string, string> = {}) {
  const app = Fastify()
  const content = loadContent()
  const settings = readSettings({ NODE_ENV: 'test', PUBLIC_URL: 'https://house.example', ...environment })
  mountWellKnown(app, { settings, clock, content } as TextDeps, appIcons(content, undefined, '#123456'))
  const answer = await app.inject({ method: 'GET', url })
  await app.close()
  return answer
}

test('a password manager is redirected to the page on which the password is changed', async () => {
  const { statusCode, headers } = await answers('/.well-known/change-password')
  expect([statusCode, headers['location']]).toEqual([302, '/profile/security'])
})

test('security.txt names contacts, languages and a date within a year', async () => {
  const { statusCode, headers, body } = await answers('/.well-known/security.txt', {
    SUPPORT_EMAIL: 'safety@house.example',
  })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toBe(
    `Contact: mailto:safety@house.example
Contact: https://house.example/contact
Expires: 2027-05-26T00:00:00.000Z
Preferred-Languages: en, pt-BR, de, ar, es, fr-CA
Canonical: https://house.example/.well-known/security.txt
`,
  )
})

test('favicon.ico is an icon with the mark', async () => {
  const { statusCode, headers, rawPayload } = await answers('/favicon.ico')
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/x-icon'])
  expect([...rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48])
  const picture = rawPayload.subarray(rawPayload.readUInt32LE(18))
  expect(picture.length).toBe(rawPayload.readUInt32LE(14))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
})
