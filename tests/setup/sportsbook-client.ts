/** What a page drives of a mounted client of a sportsbook; each call is recorded. */
import { vi } from 'vitest'

export const recordedClient = () => ({
  setToken: vi.fn<(token: string | null, currency: string | null) => void>(),
  setTheme: vi.fn(),
  setBalance: vi.fn(),
  setOffset: vi.fn(),
  setPaused: vi.fn(),
  go: vi.fn(),
  closeLayer: vi.fn(),
  destroy: vi.fn(),
})
