import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { pagePolicy } from './headers.ts'

function policyOf(env: Record<string, string>, path = '/'): Record<string, string> {
  const headers: Record<string, string> = {}
  const reply = {
    headers: (given: object) => Object.assign(headers, given),
    header: (name: string, value: string) => (headers[name] = value),
  } as unknown as FastifyReply
  const settings = readSettings({ NODE_ENV: 'test', SANDBOX: 'false', ...env })
  pagePolicy(settings, { isDevelopment: false, identityCheck: null })(reply, 'n0nce', path)
  return Object.fromEntries(
    headers['content-security-policy']!.split('; ').map((part) => {
      const [name, ...rest] = part.split(' ')
      return [name!, rest.join(' ')]
    }),
  )
}

// Shows: attack 45
test('the page policy names a chat provider only where one is configured, and only its hosts', () => {
  const plain = policyOf({})
  expect(plain['script-src']).toBe("'self' 'nonce-n0nce'")
  expect(plain['connect-src']).toBeUndefined()
  const widget = {
    CHAT_WIDGET_SCRIPT: 'https://cdn.chat.example/js/widget.js?x=1',
    CHAT_WIDGET_HOST: 'https://talk.example',
    CHAT_WIDGET_TOKEN: 'site-token',
  }
  const hosts = 'https://cdn.chat.example https://talk.example'
  const opened = policyOf(widget)
  expect(opened).toEqual({
    ...plain,
    'script-src': `${plain['script-src']} ${hosts}`,
    'style-src': `${plain['style-src']} ${hosts}`,
    'img-src': `${plain['img-src']} ${hosts}`,
    'connect-src': `'self' ${hosts}`,
    'frame-src': `${plain['frame-src']} ${hosts}`,
  })
  expect(policyOf({ ...widget, CHAT: 'false' })).toEqual(plain)
})

// Shows: attack 200, attack 201
test('the page policy names the host of the sportsbook on its own pages, and on no other', () => {
  const book = {
    SPORTSBOOK_HOST: 'https://odds.example/client/',
    SPORTSBOOK_CLIENT_ID: 'fairhouse',
    SPORTSBOOK_SECRET: 'a secret of the sportsbook',
  }
  const plain = policyOf({})
  for (const path of ['/betting', '/betting/event/football-1', '/pt-BR/betting', '/de/betting/live'])
    expect(policyOf(book, path), path).toEqual({
      ...plain,
      'script-src': `${plain['script-src']} https://odds.example`,
      'img-src': `${plain['img-src']} https://odds.example`,
      'connect-src': "'self' https://odds.example wss://odds.example",
    })
  for (const path of ['/', '/bettings', '/games/betting', '/static/betting'])
    expect(policyOf(book, path), path).toEqual(plain)
  expect(policyOf({}, '/betting')).toEqual(plain)
})

test('an incomplete or insecure chat provider stops the start', () => {
  const read = (env: Record<string, string>) => () => readSettings({ NODE_ENV: 'test', SANDBOX: 'false', ...env })
  const script = { CHAT_WIDGET_SCRIPT: 'https://chat.example/widget.js' }
  expect(read(script)).toThrow('CHAT_WIDGET_TOKEN: required with CHAT_WIDGET_SCRIPT')
  expect(read({ CHAT_WIDGET_TOKEN: 'token' })).toThrow('set CHAT_WIDGET_SCRIPT too')
  expect(read({ CHAT_WIDGET_SCRIPT: 'sandbox' })).toThrow('the sandbox is not running')
  expect(read({ CHAT_WIDGET_SCRIPT: 'javascript:alert(1)', CHAT_WIDGET_TOKEN: 'token' })).toThrow('CHAT_WIDGET_SCRIPT')
  const insecure = { CHAT_WIDGET_SCRIPT: 'http://chat.example/widget.js', CHAT_WIDGET_TOKEN: 'token' }
  expect(read({ ...insecure, NODE_ENV: 'production' })).toThrow('http://chat.example/widget.js must be https')
})
