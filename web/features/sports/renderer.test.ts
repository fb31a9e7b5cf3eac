import { expect, test, vi } from 'vitest'
import { type Renderer, rendererClient } from './renderer.ts'

type Options = Parameters<InstanceType<Renderer>['initialize']>[0]

/** Mounts a fake of the provider's script. */
function mounted({ player = true } = {}) {
  const starts: Options[] = []
  const updates: Array<Partial<Options>> = []
  let kills = 0
  let isBroken = false
  class Script {
    initialize(options: Options) {
      if (isBroken) throw new Error('no start')
      starts.push(options)
    }
    updateOptions(options: Partial<Options>) {
      updates.push(options)
    }
    kill() {
      kills++
    }
  }
  const on = {
    signIn: vi.fn<() => void>(),
    register: vi.fn<() => void>(),
    deposit: vi.fn<() => void>(),
    tokenExpiring: vi.fn<() => void>(),
    route: vi.fn<(path: string, how: { replace: boolean }) => void>(),
    history: vi.fn<() => void>(),
    layer: vi.fn<(isOpen: boolean) => void>(),
    balance: vi.fn<() => void>(),
    ready: vi.fn<() => void>(),
    failed: vi.fn<() => void>(),
  }
  const handle = rendererClient(Script).mount({
    target: {} as HTMLElement,
    clientId: 'brand-1',
    token: player ? 'first' : null,
    currency: player ? 'EUR' : null,
    locale: 'de',
    theme: { scheme: 'dark', tokens: {} },
    path: '/event/1',
    base: '/de/betting',
    offset: { top: 56, bottom: 64 },
    on,
  })
  return {
    handle,
    on,
    starts,
    updates,
    kills: () => kills,
    latest: () => starts.at(-1)!,
    breakScript: () => (isBroken = true),
  }
}

test('the renderer starts with the player, language, theme and route of the page', async () => {
  const { starts, on } = mounted()
  expect(starts).toMatchObject([
    {
      brand_id: 'brand-1',
      token: 'first',
      currency: 'EUR',
      lang: 'de',
      themeName: 'dark',
      url: '/event/1',
      betSlipOffsetTop: 56,
      betSlipOffsetBottom: 64,
    },
  ])
  expect(on.ready).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(on.ready).toHaveBeenCalledOnce()
  starts[0]!.onLogin()
  starts[0]!.onRegister()
  starts[0]!.onRecharge()
  starts[0]!.onSessionRefresh()
  for (const call of [on.signIn, on.register, on.deposit, on.balance]) expect(call).toHaveBeenCalledOnce()
})

test('an expired token is renewed for all waiting calls without a restart', async () => {
  const { handle, latest, starts, kills, on } = mounted()
  const waiting = [latest().onTokenExpired(), latest().onTokenExpired()]
  handle.setToken('second', 'EUR')
  expect(await Promise.all(waiting)).toEqual(['second', 'second'])
  expect([starts.length, kills()]).toEqual([1, 0])
  expect(on.tokenExpiring).toHaveBeenCalledTimes(2)
  // A token without a waiting call belongs to another player.
  handle.setToken('third', 'EUR')
  expect([starts.length, kills(), latest().token]).toEqual([2, 1, 'third'])
})

test('another account, a sign-in and a sign-out restart the renderer, and do not answer a renewal', async () => {
  const guest = mounted({ player: false })
  guest.handle.setToken('first', 'EUR')
  expect(guest.latest()).toMatchObject({ token: 'first', currency: 'EUR' })

  const { handle, latest, kills } = mounted()
  const answered = vi.fn<(token: string) => void>()
  void latest().onTokenExpired().then(answered)
  handle.setToken('of dollars', 'USD')
  expect(latest()).toMatchObject({ token: 'of dollars', currency: 'USD' })
  handle.setToken(null, null)
  expect(latest()).toMatchObject({ token: null, currency: null })
  await Promise.resolve()
  expect(answered).not.toHaveBeenCalled()
  expect(kills()).toBe(2)
})

test('routes are synchronised in both directions, and a restart keeps route, theme and offsets', () => {
  const { handle, latest, updates, on } = mounted()
  latest().onRouteChange({ path: '/event/1' })
  expect(on.route).not.toHaveBeenCalled()
  latest().onRouteChange({ path: '/tennis' })
  expect(on.route.mock.calls).toEqual([['/tennis', { replace: false }]])
  handle.go('/football')
  latest().onRouteChange({ path: '/football' })
  expect(on.route).toHaveBeenCalledOnce()
  handle.setTheme({ scheme: 'light', tokens: {} })
  handle.setOffset({ top: 0, bottom: 8 })
  expect(updates).toEqual([
    { url: '/football' },
    { themeName: 'light' },
    { betSlipOffsetTop: 0, betSlipOffsetBottom: 8 },
  ])
  handle.setToken('second', 'USD')
  expect(latest()).toMatchObject({ url: '/football', themeName: 'light', betSlipOffsetTop: 0, betSlipOffsetBottom: 8 })
})

test('a failed restart is reported, and destroy ends the script', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { handle, kills, on, breakScript } = mounted()
  breakScript()
  handle.setToken('second', 'USD')
  expect(on.failed).toHaveBeenCalledOnce()
  log.mockRestore()
  handle.destroy()
  expect(kills()).toBe(2)
})
