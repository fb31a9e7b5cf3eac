import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { recordedClient } from '#tests/setup/sportsbook-client.ts'
import { apiKey } from '../api/use-api.ts'
import type { Client } from '../features/sports/sportsbook-host.ts'
import { route } from './betting.tsx'

const show = views()
const words = labelsOf('betting')
type Mounted = Parameters<Client['mount']>[0]
const account = { id: 'a1', currency: 'EUR', status: 1, balance: 12_000, bonusBalance: 2000 }
const session = { startedAt: '2020-01-01T12:00:00.000Z', currency: 'EUR', net: -1250, inPlay: 0 }
const check = (dueInSeconds: number) => ({
  intervalMinutes: 60,
  choices: [60],
  play: {
    startedAt: session.startedAt,
    elapsedSeconds: 60,
    dueInSeconds,
    dueAt: session.startedAt,
    resumesInSeconds: 0,
    totals: [],
  },
})
const bonus = {
  id: 'b1',
  status: 2,
  currency: 'EUR',
  maxBetAmount: 500,
  contribution: { kinds: [], games: [], sports: { percent: 50 } },
}
type Site = {
  isSignedIn?: boolean
  accounts?: object[] | number
  play?: object
  bonuses?: object[]
  dueInSeconds?: number
  isBroken?: () => boolean
}

async function betting({
  isSignedIn = true,
  accounts = [account],
  play = session,
  bonuses = [],
  dueInSeconds = 600,
  isBroken = () => false,
}: Site = {}) {
  const handle = recordedClient()
  const mounts: Mounted[] = []
  const page = await show(<route.View />, {
    path: '/betting',
    isSignedIn,
    within(view) {
      window.SportsbookClient = { mount: (mounted) => (mounts.push(mounted), handle) }
      vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'dark', getPropertyValue: () => '' }))
      vi.stubGlobal(
        'MutationObserver',
        class {
          observe() {}
          disconnect() {}
        },
      )
      return view
    },
    answer({ route: called }) {
      if (called === 'GET /api/wallet/accounts')
        return typeof accounts === 'number' ? { status: accounts } : { body: accounts }
      if (called === 'POST /api/game/sportsbook/start')
        return isBroken()
          ? { status: 503 }
          : {
              body: {
                script: '/c.js',
                integrity: null,
                clientId: 'b',
                token: isSignedIn ? 't' : null,
                currency: isSignedIn ? 'EUR' : null,
              },
            }
      if (called.startsWith('GET /api/game/play-session')) return { body: play }
      if (called.startsWith('GET /api/game/reality-check')) return { body: check(dueInSeconds) }
      if (called.includes('bonuses')) return { body: bonuses }
      return {}
    },
  })
  const reads = (part: string) => page.calls.filter(({ route: called }) => called.includes(part)).length
  return { page, mounts, handle, reads }
}
const ready = async ({ page, mounts }: Awaited<ReturnType<typeof betting>>) =>
  page.perform(() => mounts.at(-1)!.on.ready())

// Shows: 1.4.1
test('the sportsbook loads, and then shows the net result and time of this session', async () => {
  const shown = await betting()
  expect([shown.page.has(words.loading!), shown.reads('play-session')]).toEqual([true, 0])
  await ready(shown)
  expect(shown.page.has(words.loading!)).toBe(false)
  expect(shown.page.text).toMatch(new RegExp(`${words.netSince!.replace('{time}', '.+')} −€12.50 ${words.elapsed}`))
  for (const part of [words.inPlay!, words.bonusMaximum!]) expect(shown.page.text).not.toContain(part)
  const inPlay = await betting({ play: { ...session, inPlay: 300 } })
  await ready(inPlay)
  expect(inPlay.page.text).toContain(`${words.inPlay} €3.00`)
})

test('a sportsbook that is unavailable can be tried again', async () => {
  let isBroken = true
  const { page, mounts } = await betting({ isBroken: () => isBroken })
  expect(page.text).toContain(`${words.failed} ${words.failedText}`)
  isBroken = false
  await page.press(words.retry!)
  expect([page.has(words.failed!), mounts.length]).toEqual([false, 1])
})

test('a guest needs no account, and a player whose accounts cannot be read bets in the active one', async () => {
  const guest = await betting({ isSignedIn: false })
  await ready(guest)
  expect([guest.mounts.length, guest.reads('reality-check'), guest.reads('play-session')]).toEqual([1, 0, 0])
  expect((await betting({ accounts: 500 })).mounts).toHaveLength(1)
})

test('only money that may be staked on sports counts as balance', async () => {
  const balanceWith = async (bonuses: object[]) => {
    const shown = await betting({ bonuses })
    await ready(shown)
    return { page: shown.page, balance: shown.handle.setBalance.mock.lastCall }
  }
  expect((await balanceWith([])).balance).toEqual([10_000, 'EUR'])
  const none = { ...bonus, contribution: { ...bonus.contribution, sports: { percent: 0 } } }
  expect((await balanceWith([none])).balance).toEqual([10_000, 'EUR'])
  const { page, balance } = await balanceWith([bonus])
  expect(balance).toEqual([12_000, 'EUR'])
  expect(page.text).toContain(`${words.bonusMaximum} €5.00`)
})

// Shows: 10.17
test('while a reality check is due the sportsbook is paused, and the check is open', async () => {
  const calm = await betting()
  await ready(calm)
  expect(calm.handle.setPaused.mock.lastCall).toEqual([false])
  const due = await betting({ dueInSeconds: 0 })
  await ready(due)
  expect(due.handle.setPaused.mock.lastCall).toEqual([true])
  expect(due.page.address).toBe('/betting?reality-check=sportsbook')
})

test('a bet reads the result of the session again', async () => {
  const shown = await betting()
  await ready(shown)
  const before = shown.reads('play-session')
  await shown.page.perform(() => shown.mounts[0]!.on.balance())
  expect(shown.reads('play-session')).toBe(before + 1)
})

test('another active account gets a token of its own, and a page that is left ends the client', async () => {
  const { page, handle, reads } = await betting()
  await page.perform(() =>
    page.client.setQueryData(apiKey('GET /api/wallet/accounts'), [{ ...account, id: 'a2', currency: 'USDT' }]),
  )
  expect([reads('sportsbook/token'), reads('sportsbook/start'), handle.destroy.mock.calls.length]).toEqual([1, 1, 0])
  await page.close()
  expect(handle.destroy).toHaveBeenCalledOnce()
})
