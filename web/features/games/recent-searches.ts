/** The searches of this tab, newest first, for the results page without a text. They belong to one player or to a guest. */
import { useEffect } from 'react'
import { accessToken } from '../../api/session.ts'
import { readClaims } from '../session/token-claims.ts'
import { storedChoice } from '../wallet/stored-choice.ts'

const maxShown = 6
const minLength = 2
/** A text that stays this long was meant; a shorter one was still being typed. */
const meantAfterMs = 1_500
const stored = storedChoice('recentSearches', 'session')

/** The list with a text in front, without it elsewhere and without the beginnings of it that were typed before. */
export function withSearch(searches: readonly string[], text: string): string[] {
  const begins = (each: string) => text.toLowerCase().startsWith(each.toLowerCase())
  return [text, ...searches.filter((each) => !begins(each))].slice(0, maxShown)
}

export function useRecentSearches(): string[] {
  return searchesIn(stored.use())
}

/** Adds a text that has found something. */
export function useRememberedSearch(text: string, hasResults: boolean): void {
  useEffect(() => {
    if (!hasResults || text.length < minLength) return
    const timer = setTimeout(() => {
      const searches = withSearch(searchesIn(stored.read()), text)
      stored.write(JSON.stringify({ owner: owner(), searches }))
    }, meantAfterMs)
    return () => clearTimeout(timer)
  }, [text, hasResults])
}

function searchesIn(value: string | null): string[] {
  try {
    const read = JSON.parse(value ?? '{}') as { owner?: string | null; searches?: unknown[] }
    if (read.owner !== owner() || !Array.isArray(read.searches)) return []
    return read.searches.filter((each) => typeof each === 'string').slice(0, maxShown)
  } catch {
    return []
  }
}

function owner(): string | null {
  const token = accessToken()
  return token === null ? null : (readClaims(token)?.playerId ?? null)
}
