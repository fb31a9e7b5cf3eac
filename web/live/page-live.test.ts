import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('centrifuge')
  vi.resetModules()
  vi.unstubAllGlobals()
})

const token = `h.${btoa(JSON.stringify({ sub: 'ada', exp: 4e9 }))}.s`

// Shows: 7.7.1
test.each([
  ['http:', '', 'ws://site.test:3000/api/connection/websocket', undefined],
  ['https:', `access_token=${token}`, 'wss://site.test:3000/api/connection/websocket', token],
])('on %s a page with the cookie "%s" connects to %s', async (protocol, cookie, url, sent) => {
  const opened: unknown[] = []
  class Client {
    constructor(address: string, options: { token?: string }) {
      opened.push([address, options.token])
    }
    on = () => undefined
    connect = () => undefined
    disconnect = () => undefined
  }
  vi.stubGlobal('location', { protocol, host: 'site.test:3000' })
  vi.stubGlobal('document', { cookie })
  // The connection reads its page when it is first loaded.
  vi.resetModules()
  vi.doMock('centrifuge', () => ({ Centrifuge: Client }))
  const { live } = await import('./page-live.ts')
  await live.start()
  live.stop()
  expect(opened).toEqual([[url, sent]])
})
