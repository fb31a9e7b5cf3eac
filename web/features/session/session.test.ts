import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SessionChange } from '../../api/session.ts'
import { createTabFollower, type TabParts } from './follow-tabs.ts'
import { createRefresh, type RefreshParts } from './keep-fresh.ts'
import { decodeMarker, encodeMarker, writeMarker, markerKey } from './session-marker.ts'
import { readStored, writeStored } from '../../device/storage.ts'
import { withStorageLock, withTabLock } from './tab-lock.ts'
import { readClaims } from './token-claims.ts'

const token = (expiresAtMs: number, playerId = 'p1') =>
  `h.${Buffer.from(JSON.stringify({ sub: playerId, exp: expiresAtMs / 1000 })).toString('base64url')}.s`

/** Simulated tabs sharing a cookie and a lock; time only passes in waits. */
function browser(overrides: Partial<RefreshParts> = {}) {
  const state = { now: 1_000_000, cookie: token(1_005_000) as string | null, swaps: 0, drops: 0, isLocked: false }
  const parts: RefreshParts = {
    now: () => state.now,
    currentToken: () => state.cookie,
    store: (next) => {
      state.cookie = next
    },
    drop: () => {
      state.drops++
      state.cookie = null
    },
    swap: async () => {
      state.swaps++
      return token(state.now + 600_000)
    },
    withTabLock: async (work) => {
      if (state.isLocked) return false
      state.isLocked = true
      await work().finally(() => {
        state.isLocked = false
      })
      return true
    },
    wait: async (ms) => {
      state.now += ms
    },
    ...overrides,
  }
  return { state, parts }
}

describe('refreshing', () => {
  // Shows: 4.4.3, 9.7.1
  test('a token that is valid for more than 10 s is not refreshed', async () => {
    const { state, parts } = browser()
    const good = token(state.now + 10_001)
    expect(await createRefresh(parts)(good)).toBe(good)
    expect(state.swaps).toBe(0)
  })

  // Shows: 3.26.1, 4.4.3
  test('a token within 10 s of its expiry is refreshed once for all calls of the tab', async () => {
    const { state, parts } = browser()
    state.cookie = token(state.now + 10_000)
    const fresh = createRefresh(parts)
    const got = await Promise.all([fresh(state.cookie), fresh(state.cookie), fresh(state.cookie)])
    expect(new Set(got).size).toBe(1)
    expect(readClaims(got[0]!)!.expiresAtMs).toBe(1_600_000)
    expect(state.swaps).toBe(1)
  })

  test('20 tabs refresh once, and all get the new token', async () => {
    const { state, parts } = browser({
      swap: async () => {
        state.swaps++
        await new Promise((resolve) => setTimeout(resolve, 5))
        return token(state.now + 600_000)
      },
      wait: async () => new Promise((resolve) => setTimeout(resolve, 1)),
    })
    const old = state.cookie!
    const got = await Promise.all(Array.from({ length: 20 }, () => createRefresh(parts)(old)))
    expect(new Set(got)).toEqual(new Set([state.cookie]))
    expect(state).toMatchObject({ swaps: 1, drops: 0 })
  })

  test('if the refreshing tab is closed, another takes over, and no tab is signed out', async () => {
    let polls = 0
    const { state, parts } = browser({
      wait: async () => {
        if (++polls === 3) state.isLocked = false
      },
    })
    state.isLocked = true
    expect(readClaims((await createRefresh(parts)(state.cookie!))!)!.expiresAtMs).toBe(state.now + 600_000)
    expect(state).toMatchObject({ swaps: 1, drops: 0 })
  })

  // Shows: fault 15
  test('if the refreshing tab of 20 is closed after the server replaced the token, the others get the same successor', async () => {
    const successor = token(1_600_000)
    let isKilled = false
    const { state, parts } = browser({
      // The server returns the same successor for the previous token for 30 s.
      swap: async () => {
        state.swaps++
        await new Promise((resolve) => setTimeout(resolve, 2))
        if (!isKilled) {
          isKilled = true
          // A killed tab stores nothing and releases its lock.
          state.isLocked = false
          return new Promise<string>(() => {})
        }
        return successor
      },
      wait: () => new Promise((resolve) => setTimeout(resolve, 1)),
    })
    const old = state.cookie!
    const [, ...others] = Array.from({ length: 20 }, () => createRefresh(parts)(old))
    expect(new Set(await Promise.all(others))).toEqual(new Set([successor]))
    expect(state).toMatchObject({ swaps: 2, drops: 0, cookie: successor })
  })

  // Shows: 4.4.4, 9.7.1
  test('10 polls of 500 ms without a new token end the session', async () => {
    const { state, parts } = browser()
    state.isLocked = true
    expect(await createRefresh(parts)(state.cookie!)).toBeNull()
    expect(state.now).toBe(1_000_000 + 10 * 500)
    expect(state.drops).toBe(1)
  })

  // Shows: 4.4.4
  test('a token that another tab stores during the last poll is used', async () => {
    let polls = 0
    const { state, parts } = browser({
      wait: async (ms) => {
        state.now += ms
        if (++polls === 10) state.cookie = token(state.now + 600_000)
      },
    })
    state.isLocked = true
    expect(await createRefresh(parts)(state.cookie!)).toBe(state.cookie)
    expect([polls, state.drops, state.swaps]).toEqual([10, 0, 0])
  })

  test('a 401 ends the session, and a 503 does not', async () => {
    const refused = browser({ swap: () => Promise.reject(Object.assign(new Error('no'), { status: 401 })) })
    expect(await createRefresh(refused.parts)(refused.state.cookie!)).toBeNull()
    expect(refused.state.drops).toBe(1)
    const outage = browser({ swap: () => Promise.reject(Object.assign(new Error('down'), { status: 503 })) })
    expect(await createRefresh(outage.parts)(outage.state.cookie!)).toBe(outage.state.cookie)
    outage.state.now += 6_000
    await expect(createRefresh(outage.parts)(outage.state.cookie!)).rejects.toThrow('down')
    expect(outage.state.drops).toBe(0)
  })

  // Shows: attack 71
  test.each([
    ['a sign-out', null],
    ["another player's sign-in", token(1_900_000, 'p2')],
  ])('%s during a refresh is not undone by its answer or refusal', async (_, next) => {
    for (const swap of [
      async () => token(1_600_000),
      () => Promise.reject(Object.assign(new Error('no'), { status: 401 })),
    ]) {
      const { state, parts } = browser({
        swap: () => {
          state.cookie = next
          return swap()
        },
      })
      expect(await createRefresh(parts)(state.cookie!)).toBe(next)
      expect(state).toMatchObject({ cookie: next, drops: 0 })
    }
  })

  test('an invalid token is returned unchanged for the server to refuse', async () => {
    const { parts } = browser()
    for (const odd of ['', 'x', 'a.b.c', 'a.%%%.c', `a.${btoa('null')}.c`, `a.${btoa('{"exp":"1"}')}.c`])
      expect(await createRefresh(parts)(odd)).toBe(odd)
  })
})

test('the lock in storage allows one tab, is removed afterwards, and is ignored if stale or invalid', async () => {
  await withStorageLock(1000, async () => {
    expect(await withStorageLock(1001, async () => {})).toBe(false)
  })
  expect(readStored('local', 'session-refresh')).toBeNull()
  for (const note of ['999', '4001', 'garbage', '1e99', '-1']) {
    writeStored('local', 'session-refresh', note)
    expect(await withStorageLock(1000, async () => {})).toBe(true)
  }
})

test('with blocked storage the work runs and its errors are thrown, and stored values are kept in memory', async () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const names = ['localStorage', 'sessionStorage', 'navigator'] as const
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  for (const name of names.slice(0, 2)) Object.defineProperty(globalThis, name, { configurable: true, get: refuse })
  const locks = { request: async () => refuse() }
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } })
  try {
    let times = 0
    expect(await withTabLock(async () => void times++)).toBe(true)
    expect(times).toBe(1)
    await expect(withTabLock(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    for (const kind of ['local', 'session'] as const) {
      expect(readStored(kind, 'choice')).toBeNull()
      writeStored(kind, 'choice', 'EUR')
      expect(readStored(kind, 'choice')).toBe('EUR')
      writeStored(kind, 'choice', null)
      expect(readStored(kind, 'choice')).toBeNull()
    }
  } finally {
    names.forEach((name, index) => {
      if (before[index]) Object.defineProperty(globalThis, name, before[index])
      else Reflect.deleteProperty(globalThis, name)
    })
  }
})

describe('other tabs', () => {
  function tab(cookie: string | null) {
    const state = {
      cookie,
      reloads: 0,
      leaves: 0,
      notes: [] as string[],
      listener: (() => {}) as (change: SessionChange) => void,
    }
    const parts: TabParts = {
      currentToken: () => state.cookie,
      onChange: (listener) => {
        state.listener = listener
      },
      leave: () => {
        state.leaves++
      },
      reload: () => {
        state.reloads++
      },
      mark: (note) => void state.notes.push(note),
      now: () => 1,
    }
    return { state, follower: createTabFollower(parts) }
  }
  const note = (change: 'login' | 'logout') => ({ key: markerKey, newValue: encodeMarker(change, 5) })

  // Shows: 4.5.1
  test('a login reloads a tab of a guest, and a logout sends a tab of a player home once', () => {
    const guest = tab(null)
    guest.state.cookie = token(1)
    guest.follower.onStorage(note('login'))
    expect(guest.state).toMatchObject({ reloads: 1, leaves: 0 })
    const player = tab(token(1))
    player.state.cookie = null
    player.follower.onStorage(note('logout'))
    player.follower.onStorage(note('logout'))
    expect(player.state).toMatchObject({ reloads: 0, leaves: 1 })
  })

  test('a marker without a change of the cookie changes nothing', () => {
    const player = tab(token(1))
    player.follower.onStorage(note('logout'))
    player.follower.onStorage(note('login'))
    expect(player.state).toMatchObject({ reloads: 0, leaves: 0 })
  })

  test('a tab that becomes visible reloads if the cookie has another player', () => {
    const player = tab(token(1, 'p1'))
    player.state.cookie = token(1, 'p2')
    player.follower.onReturn()
    expect(player.state.reloads).toBe(1)
  })

  // Shows: attack 71
  test('isOurs is false for a token of another player, and the tab reloads', () => {
    const player = tab(token(1, 'p1'))
    expect(player.follower.isOurs()).toBe(true)
    player.state.cookie = token(2, 'p1')
    expect(player.follower.isOurs()).toBe(true)
    player.state.cookie = token(2, 'p2')
    expect([player.follower.isOurs(), player.follower.isOurs()]).toEqual([false, false])
    expect(player.state.reloads).toBe(1)
  })

  // Shows: 3.26.2
  test('sign-in, sign-out and refusal in this tab are announced, but not refreshes or changes from other tabs', () => {
    const { state } = tab(null)
    state.cookie = token(1)
    state.listener({ isSignedIn: true, reason: 'signedIn' })
    state.listener({ isSignedIn: true, reason: 'refreshed' })
    state.cookie = null
    state.listener({ isSignedIn: false, reason: 'signedOut' })
    state.listener({ isSignedIn: false, reason: 'refused' })
    expect(state.notes.map(decodeMarker)).toEqual(['login', 'logout'])
    for (const reason of ['refused', 'otherTab'] as const) {
      state.cookie = token(1)
      state.listener({ isSignedIn: true, reason: 'refreshed' })
      state.cookie = null
      state.listener({ isSignedIn: false, reason })
    }
    expect(state.notes.map(decodeMarker)).toEqual(['login', 'logout', 'logout'])
    expect([markerKey, atob(state.notes[0]!), atob(state.notes[1]!)]).toEqual(['changeSession', '1:login', '1:logout'])
  })

  // Shows: 3.26.2
  test('the marker is written where all tabs of the browser see it', () => {
    writeMarker(encodeMarker('login', 1))
    expect([readStored('local', markerKey), readStored('session', markerKey)]).toEqual([btoa('1:login'), null])
    writeStored('local', markerKey, null)
  })

  // Shows: 4.5.1, attack 39
  test('an invalid marker is ignored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => btoa(encodeURIComponent(text))),
          fc.constant(btoa('login')),
          fc.constant(btoa('x:login')),
          fc.constant(btoa('1:login:2')),
          fc.constant('1:login'),
        ),
        (text) => {
          expect(decodeMarker(text)).toBeNull()
        },
      ),
    )
    const player = tab(token(1))
    player.state.cookie = null
    for (const newValue of [null, '', 'logout', '%%%', btoa('1:signout'), 'x'.repeat(1e5)])
      player.follower.onStorage({ key: markerKey, newValue })
    expect(player.state.leaves).toBe(0)
  })
})
