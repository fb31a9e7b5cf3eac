/**
 * External pictures served by this site: fetched once, checked, cached in memory, and served from there while their
 * host is down. A policy that allows each host would open every page to it and reveal visitors to it. Addresses are signed,
 * because the proxy would otherwise fetch any address for anyone. Pictures are not scaled: that would decode them in a
 * process that has access to the database. An operator can put a CDN that scales in front of `/images/`.
 */
import type { Clock } from '../../deps.ts'
import type { Settings } from '../../settings.ts'
import { fetchPicture, type FetchLimits } from './internal/fetch-picture.ts'
import { sniffPicture } from './internal/sniff-picture.ts'
import { readPictureAddress } from './outside-pictures.ts'

export type OutsidePicture = { type: string; bytes: Buffer }
export type PictureAnswer = OutsidePicture | 'unknown' | 'failed' | 'busy'
export type PictureProxy = { read(signature: string, encoded: string): Promise<PictureAnswer> }

type CacheEntry = { picture: OutsidePicture | null; askedAt: number; pending: Promise<void> | null }
type ProxyParts = {
  settings: Pick<Settings, 'secret' | 'imageOrigins' | 'imageMaxBytes'>
  clock: Clock
  onError: (address: string, error: unknown) => void
  lookup?: FetchLimits['lookup']
  timeoutMs?: number
}

const freshMs = 3_600_000
/** A picture that could not be fetched is retried at this interval instead of for every page. */
const retryMs = 60_000
const cacheBytes = 32 * 1024 ** 2
const maxConcurrent = 8

export function createPictureProxy({ settings, clock, onError, lookup, timeoutMs = 5_000 }: ProxyParts): PictureProxy {
  const entries = new Map<string, CacheEntry>()
  const limits: FetchLimits = {
    origins: settings.imageOrigins,
    mostBytes: settings.imageMaxBytes,
    timeoutMs,
    ...(lookup && { lookup }),
  }
  let size = 0
  let underWay = 0
  const sizeOf = ({ picture }: CacheEntry) => 500 + (picture?.bytes.length ?? 0)

  function store(address: string, entry: CacheEntry): void {
    const before = entries.get(address)
    if (before) size -= sizeOf(before)
    entries.delete(address)
    entries.set(address, entry)
    size += sizeOf(entry)
    for (const [oldest, { pending }] of entries) {
      if (size <= cacheBytes || oldest === address) break
      if (pending) continue
      size -= sizeOf(entries.get(oldest)!)
      entries.delete(oldest)
    }
  }

  async function refresh(address: string, before: OutsidePicture | null): Promise<void> {
    underWay += 1
    let picture = before
    try {
      const bytes = await fetchPicture(address, limits)
      const type = sniffPicture(bytes)
      if (type === null) throw new Error('is not a supported picture')
      picture = { type, bytes }
    } catch (error) {
      onError(address, error)
    } finally {
      underWay -= 1
    }
    store(address, { picture, askedAt: clock.now().getTime(), pending: null })
  }

  return {
    async read(signature, encoded) {
      const address = readPictureAddress(settings, signature, encoded)
      if (address === null) return 'unknown'
      let entry = entries.get(address)
      const age = entry ? clock.now().getTime() - entry.askedAt : Infinity
      if (!entry?.pending && age > (entry?.picture ? freshMs : retryMs)) {
        if (underWay >= maxConcurrent) return entry?.picture ?? 'busy'
        const picture = entry?.picture ?? null
        entry = { picture, askedAt: clock.now().getTime(), pending: null }
        store(address, entry)
        entry.pending = refresh(address, picture)
      }
      // An expired picture is served while the new one is being fetched.
      if (entry?.pending && !entry.picture) await entry.pending
      return entries.get(address)?.picture ?? 'failed'
    },
  }
}
